import type { developer as source } from '../en/developer.ts'
import { deliveries } from './developer-deliveries.ts'
import { errors } from './developer-errors.ts'
import { events } from './developer-events.ts'
import { inbound } from './developer-inbound.ts'
import { keys } from './developer-keys.ts'
import { signatures } from './developer-signatures.ts'
import { webhooks } from './developer-webhooks.ts'

/** The developer area. */
export const developer: typeof source = {
  area: 'डेवलपर',
  nav: {
    overview: 'सारांश',
    keys: 'API कुंजियाँ',
    webhooks: 'वेबहुक',
    deliveries: 'डिलीवरी',
    events: 'घटनाएँ',
    inbound: 'आने वाले का लॉग',
    signatures: 'हस्ताक्षर जाँच',
    forms: 'फ़ॉर्म',
    docs: 'API संदर्भ',
    out: 'जो बाहर जाता है',
    in: 'जो अंदर आता है',
  },
  adminsOnly: 'यह हिस्सा एडमिन के लिए है',
  adminsOnlyText: 'जो चाहिए वह वर्कस्पेस के किसी एडमिन से माँगें, या उनसे कहें कि आपको एडमिन बनाएँ।',
  overview: {
    title: 'डेवलपर',
    next: 'आगे क्या करें',
    steps: {
      key: 'एक API कुंजी बनाएँ',
      keyText: 'ताकि आपका प्रोग्राम API को कॉल कर सके।',
      webhook: 'एक वेबहुक एंडपॉइंट जोड़ें',
      webhookText: 'ताकि जो भी हो, सेकंड भर में पता चले।',
      test: 'उसे एक परीक्षण भेजें',
      testText: 'और पूरा लेन-देन देखें।',
    },
    done: 'हो गया',
    now: 'अभी',
    later: 'बाद में',
    attention: 'ध्यान दें',
    calm: 'ध्यान देने लायक कुछ नहीं है।',
    failed: 'विफल',
    soon: 'जल्द',
    failingEndpoint: '{time} से हर कोशिश विफल रही है',
    givenUp:
      '{count, plural, one {24 घंटे में # डिलीवरी छोड़ दी गई} other {24 घंटे में # डिलीवरी छोड़ दी गईं}}',
    inboundFailed:
      '{many, select, yes {{count} से ज़्यादा आए हुए पेलोड विफल हुए} other {{count, plural, one {आया हुआ # पेलोड विफल हुआ} other {आए हुए # पेलोड विफल हुए}}}}',
    keyExpires: 'कुंजी “{name}” {when} समाप्त होगी',
    health: 'सेहत',
    endpoints: 'वेबहुक एंडपॉइंट',
    endpointsValue: '{all} में से {enabled} चालू',
    success: '24 घंटे में पहुँचीं',
    waiting: 'इंतज़ार में डिलीवरी',
    activeKeys: 'चालू API कुंजियाँ',
    none: 'अभी कोई नहीं',
    noDeliveries: 'कुछ नहीं भेजा गया',
    addresses: 'पते',
    apiUrl: 'API',
    ingestUrl: 'प्लैटफ़ॉर्म और फ़ॉर्म के वेबहुक',
    openapi: 'OpenAPI विवरण',
    reference: 'API संदर्भ खोलें',
    sampleTitle: 'अपना पहला संदेश भेजें',
  },
  periods: {
    any: 'कोई भी समय',
    '1h': 'पिछला घंटा',
    '24h': 'पिछले 24 घंटे',
    '7d': 'पिछले 7 दिन',
    custom: 'कब से … कब तक',
    since: 'कब से',
    until: 'कब तक',
  },
  filters: 'फ़िल्टर',
  looking: 'और पीछे खोजा जा रहा है …',
  lookFurther: 'और पीछे खोजें',
  keys,
  webhooks,
  deliveries,
  events,
  inbound,
  signatures,
  errors,
}
