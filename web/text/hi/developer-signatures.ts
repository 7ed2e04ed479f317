import type { signatures as source } from '../en/developer-signatures.ts'

const AS_IT_CAME = 'मान जैसा आया वैसा ही दें।'
const BEFORE_PARSING =
  'बाइट जैसे आएँ, उन्हीं पर, पार्स करने से पहले हस्ताक्षर जाँचें: जैसे express.json() की जगह express.raw(), Flask में request.get_data(), या php://input।'
const RIGHT_SECRET =
  'उसी एंडपॉइंट की गुप्त कुंजी लें जिसे डिलीवरी मिलती है: whsec_ और 48 अक्षर, जो जोड़ते या बदलते समय दिखाई गई थी।'

/** The debugger of signatures. */
export const signatures: typeof source = {
  title: 'हस्ताक्षर डीबगर',
  intro:
    'आपका रिसीवर किसी डिलीवरी को क्यों ठुकराता है? उसे जैसा रिसीवर को मिला वैसा ही चिपकाएँ। कुछ भी रखा नहीं जाता।',
  body: 'बॉडी, ठीक जैसी मिली',
  headers: 'हेडर, या केवल हस्ताक्षर',
  headersHint: 'ऐसी पंक्तियाँ: X-Service-Signature: t=…,v1=…',
  checkWith: 'किससे जाँचें',
  withEndpoint: 'एंडपॉइंट की कुंजी',
  withSecret: 'चिपकाई हुई कुंजी',
  endpoint: 'एंडपॉइंट',
  endpointMissing: 'कोई एंडपॉइंट चुनें।',
  secret: 'हस्ताक्षर की गुप्त कुंजी',
  secretHint: 'whsec_ से शुरू होती है। पेज छोड़ते ही भुला दी जाती है।',
  secretMissing: 'गुप्त कुंजी चिपकाएँ।',
  receivedAt: 'मिलने का समय',
  receivedAtHint: 'खाली का मतलब अभी।',
  check: 'जाँचें',
  fromDelivery: 'एक डिलीवरी से भरा गया है। आपका रिसीवर जो अलग देखता है, वह बदलें।',
  valid: 'हस्ताक्षर सही है',
  validText: 'रिसीवर फिर भी ठुकराए तो उसका कोड नीचे के नमूनों से मिलाएँ।',
  invalid: 'हस्ताक्षर सही नहीं है',
  scheme: '{scheme} से',
  schemeValid: 'सही।',
  inLog: 'लॉग में यह घटना है, इसलिए बॉडी को हमारी भेजी हुई बॉडी से मिलाया गया।',
  notInLog: 'लॉग में यह घटना नहीं है, इसलिए बॉडी को मिलाया नहीं जा सका।',
  difference: 'बाइट {offset} से ये अलग हैं',
  differencePath: 'बाइट {offset} से ये अलग हैं, {path} पर',
  signed: 'हस्ताक्षर वाली',
  received: 'मिली हुई',
  verdicts: {
    malformed_header: 'ग़लत रूप का हेडर',
    wrong_secret: 'ग़लत गुप्त कुंजी',
    body_changed: 'बॉडी बदली हुई',
    no_match: 'कोई मेल नहीं',
    timestamp_skew: 'ग़लत समय',
  },
  noMatch: {
    message: 'आज़माई गई किसी गुप्त कुंजी से, या बॉडी में होने वाले किसी आम बदलाव के साथ, हस्ताक्षर मेल नहीं खाता।',
    advice:
      'या तो वह किसी दूसरी कुंजी से बना, या बॉडी पहचान से बाहर बदल गई। बाइट जैसे आते हैं वैसे जाँचें, और हेडर में X-Service-Delivery या webhook-id जोड़ें, ताकि बॉडी को भेजी हुई से मिलाया जा सके।',
  },
  headerProblems: {
    missing: {
      message: 'हस्ताक्षर का हेडर नहीं है।',
      advice:
        'X-Service-Signature, या webhook-id, webhook-timestamp और webhook-signature, ठीक जैसे आए वैसे दें; देखें कि कोई प्रॉक्सी या फ़्रेमवर्क उन्हें हटाता तो नहीं।',
    },
    missing_id: {
      message: 'webhook-id नहीं है: webhook-signature का हस्ताक्षर उस पर भी होता है।',
      advice: 'webhook-id जैसा आया वैसा ही दें।',
    },
    missing_timestamp: {
      message: 'समय नहीं है: हस्ताक्षर उस पर भी होता है।',
      advice: 'पूरा हेडर दें: X-Service-Signature का t=, या webhook-timestamp।',
    },
    missing_signature: {
      message: 'हेडर में संस्करण 1 का कोई हस्ताक्षर नहीं है।',
      advice: 'पूरा हेडर दें, उसके हर v1= (या v1,) के साथ।',
    },
    other_scheme: {
      message: 'यह दूसरी पद्धति का हेडर है।',
      advice:
        'X-Service-Signature में t=…,v1=(hex) होता है; webhook-signature में v1,(base64)। हर एक को उसके अपने नाम से दें।',
    },
    has_name: {
      message: 'मान हेडर के अपने नाम से शुरू होता है।',
      advice: 'केवल वही दें जो कोलन के बाद है।',
    },
    has_quotes: {
      message: 'मान उद्धरण चिह्नों में है।',
      advice: 'मान बिना उद्धरण चिह्नों के दें; वे JSON के रूप में छापने से आते हैं।',
    },
    has_spaces: {
      message: 'मान में ऐसी जगह ख़ाली स्थान हैं जहाँ पद्धति में नहीं होते, और जाँचने वाले इसे नहीं मानते।',
      advice: `${AS_IT_CAME} X-Service-Signature के हिस्सों के बीच केवल अल्पविराम होता है।`,
    },
    wrong_separator: {
      message: 'मान के हिस्से पद्धति के अनुसार अलग नहीं किए गए हैं।',
      advice:
        'X-Service-Signature: हिस्सों के बीच अल्पविराम और भीतर =। webhook-signature: हस्ताक्षरों के बीच ख़ाली स्थान और v1 के बाद अल्पविराम।',
    },
    uppercase_hex: {
      message: 'हस्ताक्षर बड़े अक्षरों के hex में है; मिलान छोटे अक्षरों में होता है।',
      advice: 'मान जैसा आया वैसा दें, या डाइजेस्ट छोटे अक्षरों में लिखें।',
    },
    base64_not_hex: {
      message: 'हस्ताक्षर base64 में है, जबकि इस पद्धति में hex होता है।',
      advice: 'X-Service-Signature का डाइजेस्ट hex में लिखें।',
    },
    hex_not_base64: {
      message: 'हस्ताक्षर hex में है, जबकि इस पद्धति में base64 होता है।',
      advice: 'webhook-signature का डाइजेस्ट base64 में लिखें।',
    },
    base64url: {
      message: 'हस्ताक्षर base64 की URL वर्णमाला में है, या उसका भराव नहीं है।',
      advice: 'डाइजेस्ट सामान्य base64 में लिखें, + और / और = के साथ।',
    },
    wrong_length: {
      message: 'हस्ताक्षर HMAC-SHA256 जितना लंबा नहीं है: वह कट गया, या कुछ जुड़ गया।',
      advice: 'पूरा मान दें; देखें कि कोई कॉलम या लॉग उसे काटता तो नहीं।',
    },
    bad_timestamp: {
      message: 'समय सेकंडों की पूरी संख्या नहीं है।',
      advice: 'समय जैसा आया वैसा दें: दशमलव अंकों में Unix सेकंड।',
    },
  },
  bodyChanges: {
    empty: {
      message: 'बॉडी खाली है: किसी ने उसे पहले पढ़ लिया।',
      advice: 'फ़्रेमवर्क से पहले कच्ची बॉडी पढ़ें, और जाँच के लिए रखें।',
    },
    not_serialised: {
      message: 'बॉडी "[object Object]" पाठ है: ऑब्जेक्ट को JSON में नहीं, पाठ में बदला गया।',
      advice: BEFORE_PARSING,
    },
    byte_order_mark: {
      message: 'बॉडी के आगे बाइट-क्रम चिह्न जोड़ा या हटाया गया।',
      advice: 'बॉडी को बाइट के रूप में लें: बीच में कोई पाठ को बाइट-क्रम चिह्न के साथ लिखता है।',
    },
    trailing_newline: {
      message: 'बॉडी के अंत में पंक्ति-विराम जोड़ा या हटाया गया।',
      advice: 'बॉडी को बाइट के रूप में लें: शेल और एडिटर अंत में पंक्ति-विराम जोड़ देते हैं।',
    },
    surrounding_whitespace: {
      message: 'बॉडी के आसपास ख़ाली स्थान जोड़ा या हटाया गया।',
      advice: BEFORE_PARSING,
    },
    line_endings: { message: 'बॉडी के पंक्ति-अंत बदल गए।', advice: BEFORE_PARSING },
    reformatted: {
      message: 'बॉडी पार्स होकर दूसरे ख़ाली स्थानों के साथ फिर लिखी गई।',
      advice: BEFORE_PARSING,
    },
    escaped: {
      message: 'बॉडी पार्स होकर अक्षरों के दूसरे एस्केप के साथ फिर लिखी गई।',
      advice: BEFORE_PARSING,
    },
    reordered: {
      message: 'बॉडी पार्स होकर कुंजियों के दूसरे क्रम में फिर लिखी गई।',
      advice: BEFORE_PARSING,
    },
    quoted: { message: 'बॉडी एक बार और JSON स्ट्रिंग के रूप में लिखी गई।', advice: BEFORE_PARSING },
    decoded_as_latin1: {
      message: 'बॉडी के बाइट UTF-8 की जगह Latin-1 में पढ़े गए।',
      advice: 'बॉडी को बाइट के रूप में लें, या UTF-8 में पढ़ें।',
    },
    truncated: {
      message: 'बॉडी का अंत ग़ायब है।',
      advice: 'बॉडी के आकार, किसी लॉग या डेटाबेस के कॉलम की सीमा खोजें।',
    },
    extended: {
      message: 'बॉडी के अंत के बाद कुछ जोड़ा गया।',
      advice: 'बॉडी को उसकी Content-Length के अनुसार पढ़ें, और कुछ न जोड़ें।',
    },
    unwrapped: {
      message: 'पूरी बॉडी की जगह घटना का केवल data लिया गया।',
      advice: 'हस्ताक्षर पूरी बॉडी पर जाँचें; data बाद में निकालें।',
    },
    values_changed: {
      message: 'बॉडी के मान बदल गए।',
      advice: 'खोजें कि रास्ते में बॉडी को कौन बदलता है: प्रॉक्सी, मिडलवेयर, या संख्याओं का पार्सर।',
    },
  },
  secretProblems: {
    other_endpoint: {
      message: 'इस पर किसी दूसरे एंडपॉइंट की कुंजी से हस्ताक्षर हुए: {url}।',
      advice: 'जहाँ कई एंडपॉइंट एक रिसीवर पर जाते हैं, वहाँ पथ से कुंजी चुनें, या हर कुंजी बारी-बारी आज़माएँ।',
    },
    previous_expired: {
      message: 'इस एंडपॉइंट की कुंजी बदली गई थी: पुरानी और नई आपस में मिल गईं।',
      advice: 'रिसीवर में नई कुंजी रखें। वह पहले से हो, तो यह कोई पुराना अनुरोध है जो फिर भेजा गया।',
    },
    previous_of_other_endpoint: {
      message: 'इस पर किसी दूसरे एंडपॉइंट की पुरानी कुंजी से हस्ताक्षर हुए: {url}।',
      advice: RIGHT_SECRET,
    },
    copied_badly: {
      message: 'कुंजी सही है, बस ख़ाली स्थान, उद्धरण चिह्न या छूटे whsec_ की गड़बड़ी है।',
      advice: 'कुंजी ठीक जैसी दिखाई गई थी वैसी दें: वह फ़ाइल या वेरिएबल देखें जिसमें रखी है।',
    },
    wrong_key: {
      message: 'गुप्त कुंजी सही है, पर उससे पद्धति से अलग चाबी बनाई गई।',
      advice:
        'X-Service-Signature की चाबी पूरी गुप्त कुंजी का पाठ है, whsec_ सहित। webhook-signature की चाबी वह है जो whsec_ के बाद का base64 बताता है।',
    },
    unknown: {
      message: 'यह हस्ताक्षर इस वर्कस्पेस की किसी गुप्त कुंजी से नहीं बना।',
      advice: `${RIGHT_SECRET} API कुंजी हस्ताक्षर की कुंजी नहीं होती। जो कुंजी बदल दी गई, या जिसका एंडपॉइंट हट गया, वह यहाँ अब पता नहीं।`,
    },
  },
  timeProblems: {
    too_old: {
      message:
        'हस्ताक्षर का समय मिलने से {seconds, plural, one {# सेकंड} other {# सेकंड}} पहले का है; जाँचने वाले 300 तक मानते हैं।',
      advice:
        'बीती हुई डिलीवरी के लिए मिलने का समय ऊपर दें। नहीं तो रिसीवर की घड़ी को समय सर्वर से मिलाएँ; घड़ी सही हो, तो अनुरोध रोके रखा गया या किसी रिकॉर्ड से फिर भेजा गया।',
    },
    in_future: {
      message:
        'हस्ताक्षर का समय मिलने से {seconds, plural, one {# सेकंड} other {# सेकंड}} बाद का है; जाँचने वाले 300 तक मानते हैं।',
      advice: 'रिसीवर की घड़ी को समय सर्वर से मिलाएँ: वह पीछे है।',
    },
    milliseconds: {
      message: 'समय मिलीसेकंड में है; उसे सेकंड में होना चाहिए।',
      advice: 'समय जैसा आया वैसा दें; खुद हस्ताक्षर करते हों तो 1000 से भाग देकर नीचे की ओर पूर्णांक लें।',
    },
  },
  sampleTitle: 'हस्ताक्षर जाँचें',
  sampleText: 'पूरी गुप्त कुंजी के साथ HMAC-SHA256, समय, एक बिंदु और कच्ची बॉडी पर। इसे जैसा है वैसा कॉपी करें।',
}
