import type { search as source } from './en.ts'

/** The search page, and what the command palette shows of the search. */
export const search: typeof source = {
  title: 'खोज',
  label: 'सब कुछ खोजें',
  kind: 'नतीजे का प्रकार',
  all: 'सभी',
  kinds: {
    people: 'संपर्क',
    chats: 'बातचीत',
    tickets: 'टिकट',
    messages: 'संदेश',
    notes: 'नोट',
  },
  showAll: 'सभी देखें',
  more: 'और लोड करें',
  results: '{count, plural, =0 {कोई नतीजा नहीं} one {# नतीजा} other {# नतीजे}}',
  start: 'संपर्क, बातचीत, टिकट, संदेश और नोट खोजें',
  startText: 'शब्द किसी भी क्रम में लिखें, "वाक्यांश" उद्धरण चिह्नों में, फ़ोन नंबर या टिकट नंबर, जैसे #12।',
  nothing: '“{text}” के लिए कोई नतीजा नहीं',
  nothingText: 'वर्तनी जाँचें, या कम शब्द या फ़ोन नंबर का हिस्सा आज़माएँ।',
  incomplete: 'सब कुछ नहीं खोजा जा सका। पुराने संदेश और नोट खोजने के लिए एक और शब्द या ज़्यादा अक्षर लिखें।',
}
