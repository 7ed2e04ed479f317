import type { en } from '../en.ts'

/** Selecting rows of a list, and changing all of them, in Hindi. */
export const bulk: (typeof en)['bulk'] = {
  bar: 'चयन',
  actions: 'चुने हुए पर कार्रवाइयाँ',
  selected:
    '{subject, select, chats {{count, plural, one {# बातचीत चुनी गई} other {# बातचीत चुनी गईं}}} contacts {{count, plural, one {# संपर्क चुना गया} other {# संपर्क चुने गए}}} other {{count, plural, one {# टिकट चुना गया} other {# टिकट चुने गए}}}}',
  selectedShort: '{count, number} चुने गए',
  selectAll: 'मेल खाने वाले सभी चुनें',
  selectAllOf: 'सभी {count, number} चुनें',
  selectFocused: 'फ़ोकस वाली पंक्ति चुनें',
  selectMore: 'अगली पंक्ति भी चुनें',
  selectRow: '{name} को चुनें',
  selectLoaded: 'दिख रही सभी पंक्तियाँ चुनें',
  clear: 'चयन हटाएँ',
  close: 'बंद करें',
  reopen: 'फिर से खोलें',
  snooze: 'स्नूज़ करें',
  assign: 'असाइन करें',
  tag: 'टैग लगाएँ',
  untag: 'टैग हटाएँ',
  markRead: 'पढ़ा हुआ मार्क करें',
  status: 'स्थिति',
  priority: 'प्राथमिकता',
  due: 'समय सीमा',
  dueTitle: '{count, plural, one {# टिकट} other {# टिकटों}} की समय सीमा',
  dueSave: 'समय सीमा तय करें',
  dueRemove: 'समय सीमा हटाएँ',
  merge: 'मर्ज करें',
  mergeHint: 'मर्ज करने के लिए दो से दस संपर्क चुनें।',
  mergeTitle: '{count, plural, one {# संपर्क} other {# संपर्क}} मर्ज करें',
  mergeCreated: '{date} को बनाया गया',
  mergeKeep: 'कौन-सा संपर्क रहेगा?',
  mergeText:
    'बाकी संपर्क इसमें मर्ज हो जाएँगे: उनकी बातचीत, टिकट और टाइमलाइन इसमें आ जाएँगी, और उनकी जानकारी इसके खाली फ़ील्ड भरेगी। इसे 7 दिन तक पहले जैसा किया जा सकता है।',
  export: 'एक्सपोर्ट करें',
  exportFailed: 'चुनी हुई चीज़ें एक्सपोर्ट नहीं हो सकीं',
  erase: 'मिटाएँ',
  eraseTitle: '{count, plural, one {# संपर्क मिटाएँ?} other {# संपर्क मिटाएँ?}}',
  eraseText:
    'इनका सारा डेटा हमेशा के लिए हट जाएगा: संदेश, फ़ाइलें, नोट, टिकट, इवेंट और सहेजे गए पेलोड। इसे पहले जैसा नहीं किया जा सकता।',
  eraseStays: 'हर संपर्क बैकग्राउंड में मिटाया जाता है और उसका अपना प्रमाणपत्र बनता है।',
  eraseType: 'पुष्टि के लिए {count} लिखें',
  eraseWrong: 'यह चुने गए संपर्कों की संख्या नहीं है।',
  assignTitle: '{count, plural, one {# बातचीत} other {# बातचीत}} असाइन करें',
  snoozeTitle: '{count, plural, one {# बातचीत} other {# बातचीत}} स्नूज़ करें',
  noTags: 'अभी कोई टैग नहीं',
  tagTitle: '{count, plural, one {# बातचीत} other {# बातचीत}} पर टैग लगाएँ',
  untagTitle: '{count, plural, one {# बातचीत} other {# बातचीत}} से टैग हटाएँ',
  tagSearch: 'टैग खोजें',
  undoFailed: 'इसे पहले जैसा नहीं किया जा सका',
  cancelFailed: 'बदलाव रद्द नहीं किया जा सका',
  progress: 'बदलावों की प्रगति',
  skipped:
    '{count, plural, one {# छोड़ दिया गया: बदलने को कुछ नहीं था, या वह अब मौजूद नहीं है।} other {# छोड़ दिए गए: बदलने को कुछ नहीं था, या वे अब मौजूद नहीं हैं।}}',
  kept: '{count, plural, one {# बाद में बदला गया था और वैसा ही रहेगा।} other {# बाद में बदले गए थे और वैसे ही रहेंगे।}}',
  stopped: {
    member_removed: 'रोका गया: इसे शुरू करने वाला सदस्य वर्कस्पेस छोड़ चुका है।',
    role_changed: 'रोका गया: इसे शुरू करने वाला सदस्य अब एडमिन नहीं है।',
    key_revoked: 'रोका गया: इसकी API कुंजी रद्द कर दी गई या उसकी अवधि समाप्त हो गई।',
  },
  job: {
    running:
      '{subject, select, chats {बातचीत बदली जा रही हैं} contacts {संपर्क मिटाए जा रहे हैं} merge {संपर्क मर्ज किए जा रहे हैं} other {टिकट बदले जा रहे हैं}}: {total, number} में से {reached, number}',
    completed:
      '{subject, select, chats {बातचीत बदली गईं} contacts {संपर्क मिटाए जा रहे हैं} merge {संपर्क मर्ज किए गए} other {टिकट बदले गए}}: {total, number} में से {reached, number}',
    canceled: '{total, number} में से {reached, number} के बाद रद्द किया गया',
    undoing:
      '{subject, select, merge {मर्ज वापस लिए जा रहे हैं} other {पहले जैसा किया जा रहा है}}: {total, number} में से {reached, number}',
    undone:
      '{subject, select, merge {मर्ज वापस लिए गए} other {पहले जैसा किया गया}}: {total, number} में से {reached, number}',
    undoStopped:
      'पहले जैसा करना {total, number} में से {reached, number} के बाद रुक गया। बाकी बदले हुए रहेंगे।',
  },
}
