import type { en } from '../en.ts'

/** Results of changes of many rows, in Hindi. */
export const bulkResults: (typeof en)['bulkResults'] = {
  someone: 'एक सदस्य',
  none: '{subject, select, chats {कोई बातचीत नहीं बदली।} contacts {कोई संपर्क नहीं बदला।} other {कोई टिकट नहीं बदला।}}',
  skipped: '{count, plural, one {# छोड़ दिया गया।} other {# छोड़ दिए गए।}}',
  done: {
    chats: {
      close: '{count, plural, one {# बातचीत बंद की गई।} other {# बातचीत बंद की गईं।}}',
      reopen: '{count, plural, one {# बातचीत फिर से खोली गई।} other {# बातचीत फिर से खोली गईं।}}',
      snooze:
        '{count, plural, one {# बातचीत {value} तक स्नूज़ की गई।} other {# बातचीत {value} तक स्नूज़ की गईं।}}',
      assign:
        '{count, plural, one {# बातचीत {name} को असाइन की गई।} other {# बातचीत {name} को असाइन की गईं।}}',
      unassign:
        '{count, plural, one {# बातचीत का असाइनमेंट हटाया गया।} other {# बातचीत का असाइनमेंट हटाया गया।}}',
      tag: '{count, plural, one {# बातचीत में टैग “{value}” जोड़ा गया।} other {# बातचीत में टैग “{value}” जोड़ा गया।}}',
      untag:
        '{count, plural, one {# बातचीत से टैग “{value}” हटाया गया।} other {# बातचीत से टैग “{value}” हटाया गया।}}',
      mark_read:
        '{count, plural, one {# बातचीत पढ़ी हुई मार्क की गई।} other {# बातचीत पढ़ी हुई मार्क की गईं।}}',
      mark_unread:
        '{count, plural, one {# बातचीत अपठित मार्क की गई।} other {# बातचीत अपठित मार्क की गईं।}}',
    },
    contacts: {
      erase: '{count, plural, one {# संपर्क मिटाया जा रहा है।} other {# संपर्क मिटाए जा रहे हैं।}}',
    },
    tickets: {
      assign:
        '{count, plural, one {# टिकट {name} को असाइन किया गया।} other {# टिकट {name} को असाइन किए गए।}}',
      unassign:
        '{count, plural, one {# टिकट का असाइनमेंट हटाया गया।} other {# टिकटों का असाइनमेंट हटाया गया।}}',
      set_status:
        '{count, plural, one {# टिकट की स्थिति {value} की गई।} other {# टिकटों की स्थिति {value} की गई।}}',
      set_priority:
        '{count, plural, one {# टिकट की प्राथमिकता {value} की गई।} other {# टिकटों की प्राथमिकता {value} की गई।}}',
      set_due:
        '{count, plural, one {# टिकट की समय सीमा {value} की गई।} other {# टिकटों की समय सीमा {value} की गई।}}',
      remove_due:
        '{count, plural, one {# टिकट की समय सीमा हटाई गई।} other {# टिकटों की समय सीमा हटाई गई।}}',
      tag: '{count, plural, one {# टिकट में टैग “{value}” जोड़ा गया।} other {# टिकटों में टैग “{value}” जोड़ा गया।}}',
      untag:
        '{count, plural, one {# टिकट से टैग “{value}” हटाया गया।} other {# टिकटों से टैग “{value}” हटाया गया।}}',
    },
  },
  undone:
    '{count, plural, one {# बदलाव पहले जैसा किया गया।} other {# बदलाव पहले जैसे किए गए।}}{kept, plural, =0 {} one { # बाद में बदला गया था और वैसा ही रहेगा।} other { # बाद में बदले गए थे और वैसे ही रहेंगे।}}',
  failed: 'चुने हुए को बदला नहीं जा सका',
  selectFailed: 'मेल खाने वालों की गिनती नहीं हो सकी',
  undoFailed: 'इसे पहले जैसा नहीं किया जा सका',
}
