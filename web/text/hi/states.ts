import type { states as source } from '../en/states.ts'

/** What every page says while it loads or when it fails. */
export const states: typeof source = {
  loading: 'लोड हो रहा है',
  failed: 'यह नहीं हो सका',
  unreachable: 'सर्वर तक नहीं पहुँचा जा सका',
  notFound: 'यह यहाँ नहीं है',
  forbidden: 'आप इसे नहीं देख सकते',
  tryAgain: 'कनेक्शन जाँचें और फिर कोशिश करें।',
  requestId: 'अनुरोध {id}',
  retry: 'फिर कोशिश करें',
  copy: 'कॉपी करें',
  copied: 'कॉपी हो गया',
  undo: 'पहले जैसा करें',
  cancel: 'रद्द करें',
  save: 'सहेजें',
  delete: 'हटाएँ',
  close: 'बंद करें',
  more: 'और दिखाएँ',
}
