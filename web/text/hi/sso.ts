import type { sso as source } from '../en/sso.ts'

/** Single sign-on: signing in with it, and its settings. */
export const sso: typeof source = {
  title: 'सिंगल साइन-ऑन',
  intro: 'अपने संगठन के खाते से साइन इन करें।',
  email: 'काम का ईमेल',
  continue: 'जारी रखें',
  signInWith: '{label} से साइन इन करें',
  signIn: 'साइन इन करें',
  backToSignIn: 'साइन-इन पर वापस जाएँ',
  unknownDomain:
    'इस डोमेन के लिए कोई वर्कस्पेस सिंगल साइन-ऑन इस्तेमाल नहीं करता। पासवर्ड से साइन इन करें, या अपने एडमिन से साइन-इन लिंक माँगें।',
  problems: {
    sso_refused:
      'आपको साइन इन नहीं किया जा सका। वर्कस्पेस के एडमिन से पूछें कि क्या आप सदस्य हैं और आपका ईमेल पता सत्यापित है।',
    sso_attempt_not_found: 'यह साइन-इन समाप्त हो गया है या इस्तेमाल हो चुका है। फिर से शुरू करें।',
    sso_unavailable: 'आपके संगठन की साइन-इन सेवा जवाब नहीं दे रही। कुछ मिनट बाद फिर कोशिश करें।',
    sso_not_found: 'इस वर्कस्पेस में सिंगल साइन-ऑन नहीं है।',
  },
  linkTitle: 'अपना खाता जोड़ें',
  linkText:
    'क्या <email></email> को <workspace></workspace> के सिंगल साइन-ऑन <label></label> से जोड़ें? इसे चलाने वाला तब <workspace></workspace> में आपके नाम से साइन इन कर सकता है, पर किसी और वर्कस्पेस में नहीं।',
  linkSignInText:
    '<email></email> का खाता पहले से है। उसे <workspace></workspace> के सिंगल साइन-ऑन <label></label> से जोड़ने के लिए अपने पासवर्ड से साइन इन करें।',
  link: 'खाता जोड़ें',
  requiredTitle: 'सिंगल साइन-ऑन ज़रूरी है',
  requiredText: '<workspace></workspace> सिर्फ़ सिंगल साइन-ऑन से साइन इन करने के बाद इस्तेमाल हो सकता है।',
  confirmText:
    'इसके लिए आपको सिंगल साइन-ऑन से फिर साइन इन करना होगा। आप इसी पेज पर लौटेंगे; फिर जो करना था उसे दोहराएँ।',
  confirm: 'फिर से साइन इन करें',
  settingsIntro:
    'सदस्य किसी OpenID Connect सेवा से साइन इन करते हैं, जैसे Okta, Microsoft Entra ID, Google या Keycloak।',
  redirectUri: 'रीडायरेक्ट URI',
  redirectUriHint: 'यह पता अपनी सेवा में दर्ज करें।',
  issuer: 'इशूअर URL',
  issuerHint: 'सहेजते समय Parley यहाँ से सेवा की सेटिंग पढ़ता है।',
  clientId: 'क्लाइंट ID',
  clientSecret: 'क्लाइंट सीक्रेट',
  clientSecretKept: 'मौजूदा सीक्रेट रखने के लिए ख़ाली छोड़ें।',
  clientSecretHint: 'अगर क्लाइंट का सीक्रेट नहीं है, तो ख़ाली छोड़ें।',
  label: 'बटन का नाम',
  labelHint: '“… से साइन इन करें” के रूप में दिखता है।',
  defaultRole: 'नए सदस्यों की भूमिका',
  roleClaim: 'भूमिका वाला क्लेम',
  roleClaimHint:
    'जैसे groups। हर साइन-इन पर यही भूमिका तय करता है। भूमिकाएँ Parley में चलाने के लिए ख़ाली छोड़ें।',
  adminValues: 'एडमिन के मान',
  adminValuesHint: 'हर पंक्ति में एक। दूसरे मान वाले सदस्यों को नए सदस्यों की भूमिका मिलती है।',
  agentValues: 'एजेंट के मान',
  agentValuesHint: 'हर पंक्ति में एक। जिस सदस्य के पास एडमिन का भी कोई मान हो, वह एडमिन होता है।',
  require: 'सिंगल साइन-ऑन ज़रूरी करें',
  requireNot: 'ज़रूरी न रखें',
  requireHint: 'ज़रूरी करने के लिए पहले उसी से साइन इन करें।',
  isRequired: 'सदस्य यह वर्कस्पेस सिर्फ़ सिंगल साइन-ऑन से साइन इन करके इस्तेमाल कर सकते हैं।',
  requireFailed: 'सेटिंग नहीं बदली जा सकी',
  remove: 'हटाएँ',
  removeTitle: 'सिंगल साइन-ऑन हटाएँ?',
  removeText:
    'इससे साइन इन किए सदस्य साइन आउट हो जाएँगे। बिना पासवर्ड वाले सदस्य “पासवर्ड भूल गए?” से पासवर्ड बना सकते हैं।',
  removeFailed: 'हटाया नहीं जा सका',
  domains: 'डोमेन',
  domainsIntro: 'सत्यापित डोमेन के ईमेल पते वाले लोग पहली बार साइन इन करने पर सदस्य बन जाते हैं।',
  domain: 'डोमेन',
  addDomain: 'डोमेन जोड़ें',
  record: 'यह TXT रिकॉर्ड बनाएँ:',
  verified: 'सत्यापित',
  verify: 'सत्यापित करें',
  verifiedNow: 'डोमेन सत्यापित हो गया।',
  verifyFailed: 'डोमेन सत्यापित नहीं हो सका',
  removeDomain: '{domain} हटाएँ',
}
