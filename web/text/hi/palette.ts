import type { palette as source } from '../en/palette.ts'

/** The command palette. */
export const palette: typeof source = {
  placeholder: 'पेज और कार्रवाइयाँ खोजें',
  nothing: 'कोई नतीजा नहीं',
  here: 'इस पेज पर',
  goTo: 'यहाँ जाएँ',
  app: 'सामान्य',
  docs: 'API संदर्भ',
  pages: {
    apiKeys: 'API कुंजियाँ',
    webhooks: 'वेबहुक',
    deliveries: 'वेबहुक डिलीवरी',
    events: 'इवेंट',
    inboundLog: 'इनबाउंड लॉग',
    signatures: 'हस्ताक्षर डीबगर',
    forms: 'फ़ॉर्म',
    ticketBoard: 'टिकट बोर्ड',
    importContacts: 'संपर्क इंपोर्ट करें',
    profile: 'प्रोफ़ाइल',
    sessions: 'डिवाइस',
    security: 'सुरक्षा',
    shortcuts: 'कीबोर्ड शॉर्टकट सेटिंग',
    cannedReplies: 'तैयार जवाब',
    tags: 'टैग',
    workspace: 'वर्कस्पेस सेटिंग',
    members: 'सदस्य',
    channels: 'चैनल',
    templates: 'टेम्पलेट',
    auditLog: 'ऑडिट लॉग',
  },
}
