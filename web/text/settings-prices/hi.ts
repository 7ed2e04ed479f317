/** Price lists of messages. */
export const prices = {
  title: 'संदेशों की कीमतें',
  intro:
    'एक संदेश की कीमत, देश और श्रेणी के अनुसार। लागत रिपोर्ट और लिखते समय दिखने वाले अनुमान इन्हीं कीमतों से बनते हैं। एक सूची अगली सूची शुरू होने तक मान्य रहती है।',
  upload: 'कीमतें अपलोड करें',
  uploadTitle: 'मूल्य सूची अपलोड करें',
  uploaded: 'मूल्य सूची अपलोड हो गई।',
  uploadFailed: 'फ़ाइल पढ़ी नहीं जा सकी',
  validFrom: 'कब से मान्य',
  validFromHint: 'अगर फ़ाइल में “valid_from” कॉलम है, तो इसे ख़ाली छोड़ें। दिन UTC की आधी रात से शुरू होता है।',
  currency: 'मुद्रा',
  currencyHint: 'अगर फ़ाइल में “currency” कॉलम है, तो इसे ख़ाली छोड़ें।',
  empty: 'अभी कोई कीमत नहीं',
  emptyText:
    'WhatsApp का रेट कार्ड CSV में अपलोड करें, या ऐसी फ़ाइल जिसमें “market”, “category” और “price” कॉलम हों।',
  from: '{date} से',
  prices: '{count, plural, one {# कीमत} other {# कीमतें}}, {currency} में',
  view: 'देखें',
  market: 'बाज़ार',
  countries: '{count, plural, one {# देश} other {# देश}}',
  downloadOf: '{date} से मान्य कीमतें डाउनलोड करें',
  deleteOf: '{date} से मान्य कीमतें हटाएँ',
  delete: 'कीमतें हटाएँ',
  deleteTitle: 'यह मूल्य सूची हटाएँ?',
  deleteText:
    '{date} से मान्य कीमतें हट जाएँगी। तब से भेजे गए संदेशों की कीमत पिछली सूची से तय होगी, या पता नहीं रहेगी।',
  deleted: 'मूल्य सूची हटाई गई।',
  deleteFailed: 'मूल्य सूची हटाई नहीं जा सकी',
}
