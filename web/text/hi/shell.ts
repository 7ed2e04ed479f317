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
  groups: { go: 'यहाँ जाएँ', app: 'हर जगह' },
  userMenu: '{name} का खाता',
  profile: 'प्रोफ़ाइल',
  commands: 'कमांड',
  shortcuts: 'कीबोर्ड शॉर्टकट',
  workspaces: 'वर्कस्पेस',
  switchTo: '{name} पर जाएँ',
  colours: 'रूप',
  schemes: { light: 'हल्का', dark: 'गहरा', auto: 'सिस्टम जैसा' },
  language: 'भाषा',
  signOut: 'साइन आउट',
  connection: {
    offline: 'आप ऑफ़लाइन हैं। दिख रही जानकारी पुरानी हो सकती है।',
    reconnecting: 'फिर से जोड़ा जा रहा है …',
  },
  notFoundTitle: 'ऐसा कोई पेज नहीं है',
  notFoundText: 'पता ग़लत हो सकता है, या जिस तक वह ले जाता था वह अब नहीं है।',
  backToInbox: 'इनबॉक्स पर वापस जाएँ',
}
