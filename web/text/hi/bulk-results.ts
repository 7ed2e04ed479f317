import type { en } from '../en/index.ts'

/** Results of changes of many rows, in Hindi. */
export const bulkResults: (typeof en)['bulkResults'] = {
  done: '{subject, select, chats {{count, plural, =0 {कोई बातचीत नहीं बदली।} one {# बातचीत बदली गई।} other {# बातचीत बदली गईं।}}} contacts {{count, plural, =0 {कोई संपर्क नहीं बदला।} one {# संपर्क बदला गया।} other {# संपर्क बदले गए।}}} other {{count, plural, =0 {कोई टिकट नहीं बदला।} one {# टिकट बदला गया।} other {# टिकट बदले गए।}}}}{skipped, plural, =0 {} one { # छोड़ दिया गया।} other { # छोड़ दिए गए।}}',
  undone:
    '{count, plural, one {# बदलाव वापस लिया गया।} other {# बदलाव वापस लिए गए।}}{kept, plural, =0 {} one { # बाद में बदला गया था और वैसा ही रहेगा।} other { # बाद में बदले गए थे और वैसे ही रहेंगे।}}',
  failed: 'चुने हुए को बदला नहीं जा सका',
  selectFailed: 'मेल खाने वालों की गिनती नहीं हो सकी',
  undoFailed: 'बदलाव वापस नहीं लिया जा सका',
}
