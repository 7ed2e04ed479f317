import type { palette as source } from './en.ts'

/** The command palette. */
export const palette: typeof source = {
  title: 'खोज और कमांड',
  placeholder: 'खोजें या कमांड चलाएँ',
  list: 'नतीजे',
  hint: 'चुनने के लिए ↑ ↓, खोलने के लिए Enter, बंद करने के लिए Esc',
  searching: 'खोजा जा रहा है…',
  failed: 'खोज नहीं हो सकी। अपना कनेक्शन जाँचें और फिर कोशिश करें।',
  more: 'और',
  allResults: '“{text}” के सभी नतीजे देखें',
  recent: {
    title: 'हाल में खोले गए',
    chats: 'बातचीत',
    people: 'संपर्क',
    tickets: 'टिकट',
  },
  here: 'इस पेज पर',
  goTo: 'यहाँ जाएँ',
  app: 'सामान्य',
  docs: 'दस्तावेज़',
  pages: {
    allApps: 'सभी सदस्यों के जुड़े ऐप',
    deliveries: 'वेबहुक डिलीवरी',
    failedDeliveries: 'विफल वेबहुक डिलीवरी',
    formAttention: 'फ़ॉर्म सबमिशन: ध्यान चाहिए',
    ticketBoard: 'टिकट बोर्ड',
    notificationSettings: 'सूचना सेटिंग',
    shortcuts: 'कीबोर्ड शॉर्टकट सेटिंग',
    workspace: 'वर्कस्पेस सेटिंग',
    connectChannel: 'चैनल कनेक्ट करें',
    createWebChat: 'वेब चैट बनाएँ',
    instance: 'इंस्टॉलेशन की स्थिति',
  },
}
