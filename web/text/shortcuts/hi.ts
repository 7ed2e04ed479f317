import type { shortcuts as source } from './en.ts'

/** The settings of keyboard shortcuts. */
export const shortcuts: typeof source = {
  title: 'कीबोर्ड शॉर्टकट',
  character: 'एक कुंजी वाले शॉर्टकट',
  characterHint:
    '{mod} के बिना वाले शॉर्टकट, जैसे {example}। अगर आप बोलकर लिखते हैं या कुंजियाँ ग़लती से दब जाती हैं, तो इन्हें बंद करें।',
  off: 'बंद',
  change: 'कुंजियाँ बदलें',
  changeOf: 'कुंजियाँ बदलें: {name}',
  reset: 'रीसेट करें',
  resetOf: 'कुंजियाँ रीसेट करें: {name}',
  resetAll: 'सभी को डिफ़ॉल्ट पर रीसेट करें',
  saveFailed: 'शॉर्टकट सहेजा नहीं जा सका',
  conflict: '{keys} पहले से “{name}” के लिए इस्तेमाल हो रहा है।',
  invalid: 'इन कुंजियों का इस्तेमाल नहीं हो सकता। कोई अक्षर, अंक या दूसरा चिह्न चुनें।',
  record: 'नई कुंजियाँ',
  recordHint: 'एक कुंजी दबाएँ, या एक के बाद एक दो कुंजियाँ।',
  turnOff: 'कोई कुंजी नहीं',
  groups: { contact: 'संपर्क' },
  list: {
    off: 'एक कुंजी वाले शॉर्टकट बंद हैं।',
    settings: 'शॉर्टकट बदलें',
  },
  afterDone: {
    section: 'इनबॉक्स',
    label: 'बातचीत बंद या स्नूज़ करने के बाद',
    next: 'अगली बातचीत खोलें',
    previous: 'पिछली बातचीत खोलें',
    list: 'सूची पर वापस जाएँ',
    hold: 'भेजना वापस लेना',
    holdText: 'जवाब इतनी देर सर्वर पर रुकते हैं। तब तक “पहले जैसा करें” उन्हें फ़ील्ड में लौटा देता है।',
    holdSeconds: '{seconds, plural, =0 {बंद: तुरंत भेजें} other {# सेकंड}}',
  },
}
