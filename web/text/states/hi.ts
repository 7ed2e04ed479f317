import type { states as source } from './en.ts'

/** Loading and error states, and buttons that every page shares. */
export const states: typeof source = {
  loading: 'लोड हो रहा है',
  failed: 'यह लोड नहीं हो सका',
  unreachable: 'सर्वर से संपर्क नहीं हो सका',
  notFound: 'नहीं मिला',
  forbidden: 'आपके पास इसका एक्सेस नहीं है',
  network: 'सर्वर से संपर्क नहीं हो सका। अपना कनेक्शन जाँचें और फिर कोशिश करें।',
  notConfirmed: 'आपने पासवर्ड की पुष्टि नहीं की, इसलिए कुछ नहीं बदला गया।',
  tryAgain: 'अपना कनेक्शन जाँचें और फिर कोशिश करें।',
  requestId: 'अनुरोध ID: {id}',
  retry: 'फिर कोशिश करें',
  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
  undo: 'पहले जैसा करें',
  cancel: 'रद्द करें',
  save: 'सहेजें',
  delete: 'मिटाएँ',
  close: 'बंद करें',
  more: 'और दिखाएँ',
}
