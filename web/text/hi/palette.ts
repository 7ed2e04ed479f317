import type { palette as source } from '../en/palette.ts'

/** The command palette. */
export const palette: typeof source = {
  placeholder: 'कोई पेज या काम खोजें',
  nothing: 'ऐसा कुछ नहीं मिला।',
  here: 'इस पेज पर',
  goTo: 'यहाँ जाएँ',
  app: 'ऐप',
  docs: 'API संदर्भ',
  pages: {
    apiKeys: 'API कुंजियाँ',
    webhooks: 'वेबहुक',
    deliveries: 'वेबहुक डिलीवरी',
    events: 'घटनाएँ',
    inboundLog: 'आने वाले का लॉग',
    signatures: 'हस्ताक्षर जाँच',
    forms: 'फ़ॉर्म',
    ticketBoard: 'टिकट बोर्ड',
    importContacts: 'संपर्क आयात करें',
    profile: 'प्रोफ़ाइल',
    cannedReplies: 'तैयार जवाब',
    tags: 'टैग',
    workspace: 'वर्कस्पेस सेटिंग',
    members: 'सदस्य',
    channels: 'चैनल',
    templates: 'टेम्पलेट',
    auditLog: 'ऑडिट लॉग',
  },
}
