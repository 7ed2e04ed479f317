import type { newMessage as source } from './en.ts'

/** The dialog that begins a conversation. */
export const newMessage: typeof source = {
  title: 'नया संदेश',
  titleTo: '{name} को नया संदेश',
  close: 'बंद करें',
  to: 'किसे',
  hint: 'संपर्क खोजें, या फ़ोन नंबर टाइप करें।',
  phone: '{phone} पर लिखें',
  invalidPhone: 'यह पूरा फ़ोन नंबर नहीं है। देश का कोड भी लिखें, जैसे +91।',
  knownContact: 'यह नंबर {name} का है।',
  newContact: 'यह नंबर अभी आपके संपर्कों में नहीं है। संदेश के साथ संपर्क बन जाएगा।',
  channel: 'चैनल',
  from: '{channel} से',
  noChannel: 'कोई चैनल कनेक्ट नहीं है',
  noChannelText: 'संदेश किसी चैनल से भेजे जाते हैं, जैसे WhatsApp नंबर से।',
  openChannels: 'चैनल पर जाएँ',
  exists: 'इस चैनल पर {name} से आपकी बातचीत पहले से है।',
  existsClosed:
    'इस चैनल पर {name} से आपकी बातचीत पहले से है। उसमें अभी सिर्फ़ टेम्पलेट भेजे जा सकते हैं; टेम्पलेट आप वहीं चुन सकते हैं।',
  message: 'संदेश',
  continue: 'बातचीत में आगे लिखें',
  send: 'संदेश भेजें',
  template: '{name} ने इस चैनल पर अभी तक नहीं लिखा है, इसलिए पहला संदेश टेम्पलेट होना चाहिए।',
  obstacles: {
    contact_blocked: 'यह संपर्क ब्लॉक है, इसलिए उन्हें कुछ नहीं भेजा जा सकता।',
    noPhone: 'इस संपर्क का {platform} के लिए कोई फ़ोन नंबर नहीं है।',
    mustWriteFirst: '{platform} पर पहला संदेश ग्राहक को ही भेजना होता है।',
    channel_not_connected: 'इस चैनल से कुछ नहीं भेजा जा सकता: {reason}',
  },
  addPhone: 'फ़ोन नंबर जोड़ें',
  somebody: 'ग्राहक',
}
