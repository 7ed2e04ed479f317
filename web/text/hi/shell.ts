import type { shell as source } from '../en/shell.ts'

/** The shell around every page. */
export const shell: typeof source = {
  navigation: 'मुख्य',
  skip: 'सीधे सामग्री पर जाएँ',
  areas: {
    inbox: 'इनबॉक्स',
    contacts: 'संपर्क',
    tickets: 'टिकट',
    reports: 'रिपोर्ट',
    developer: 'डेवलपर',
    settings: 'सेटिंग',
  },
  groups: { go: 'यहाँ जाएँ', app: 'सामान्य' },
  notifications: {
    title: 'सूचनाएँ',
    unread: 'सूचनाएँ: {count, plural, one {{shown} अपठित} other {{shown} अपठित}}',
    isUnread: 'अपठित',
    isRead: 'पढ़ी हुई',
    aContact: 'एक संपर्क',
    someone: 'आपकी टीम का कोई सदस्य',
    kinds: {
      message: 'नया संदेश',
      mention: '{actor} ने आपका ज़िक्र किया: {person}',
      assignment: '{actor} ने {person} की बातचीत आपको असाइन की',
      reminder: 'स्नूज़ ख़त्म: {person}',
      test: 'परीक्षण सूचना',
    },
    ticketKinds: {
      mention: '{actor} ने टिकट #{number} में आपका ज़िक्र किया: {person}',
      assignment: '{actor} ने टिकट #{number} आपको असाइन किया: {person}',
      reminder: 'टिकट #{number} की समय सीमा बीत गई: {person}',
    },
    bulkKinds: {
      chats: '{actor} ने {count, number} बातचीत आपको असाइन कीं',
      tickets: '{actor} ने {count, number} टिकट आपको असाइन किए',
    },
  },
  userMenu: '{name} का खाता',
  profile: 'प्रोफ़ाइल',
  commands: 'कमांड मेनू',
  newMessage: 'नया संदेश',
  shortcuts: 'कीबोर्ड शॉर्टकट',
  workspaces: 'वर्कस्पेस',
  switchTo: '{name} पर जाएँ',
  colours: 'थीम',
  schemes: { light: 'हल्का', dark: 'गहरा', auto: 'सिस्टम के अनुसार' },
  language: 'भाषा',
  signOut: 'साइन आउट करें',
  connection: {
    offline: 'आप ऑफ़लाइन हैं। दिख रही जानकारी पुरानी हो सकती है।',
    reconnecting: 'फिर से कनेक्ट हो रहा है…',
  },
  notFoundTitle: 'पेज नहीं मिला',
  notFoundText: 'पता जाँचें। हो सकता है कि पेज कहीं और ले जाया गया हो या मिटा दिया गया हो।',
  backToInbox: 'इनबॉक्स पर वापस जाएँ',
}
