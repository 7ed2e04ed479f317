import type { developer as source } from './en.ts'
import { deliveries } from '../developer-deliveries/hi.ts'
import { errors } from '../developer-errors/hi.ts'
import { events } from '../developer-events/hi.ts'
import { inbound } from '../developer-inbound/hi.ts'
import { keys } from '../developer-keys/hi.ts'
import { requests } from '../developer-requests/hi.ts'
import { signatures } from '../developer-signatures/hi.ts'
import { webhooks } from '../developer-webhooks/hi.ts'

/** The developer area. */
export const developer: typeof source = {
  area: 'डेवलपर',
  nav: {
    overview: 'सारांश',
    docs: 'दस्तावेज़',
    out: 'आउटबाउंड',
    in: 'इनबाउंड',
  },
  adminsOnly: 'यह सेक्शन सिर्फ़ एडमिन खोल सकते हैं',
  adminsOnlyText: 'वर्कस्पेस के किसी एडमिन से मदद माँगें या उनसे कहें कि आपको एडमिन बनाएँ।',
  overview: {
    title: 'डेवलपर',
    next: 'शुरू करें',
    steps: {
      key: 'API कुंजी बनाएँ',
      keyText: 'API को कॉल करने के लिए आपके प्रोग्राम को इसकी ज़रूरत है।',
      webhook: 'वेबहुक एंडपॉइंट जोड़ें',
      webhookText: 'इवेंट की सूचना एक सेकंड के भीतर पाएँ।',
      test: 'परीक्षण इवेंट भेजें',
      testText: 'पूरा अनुरोध और जवाब देखें।',
    },
    done: 'हो गया',
    now: 'अगला',
    later: 'बाद में',
    attention: 'ध्यान देने की ज़रूरत',
    calm: 'किसी चीज़ पर ध्यान देने की ज़रूरत नहीं है।',
    failed: 'विफल',
    soon: 'जल्द',
    failingEndpoint: '{time} से हर कोशिश विफल रही है',
    givenUp:
      '{count, plural, one {पिछले 24 घंटे में # डिलीवरी विफल हुई} other {पिछले 24 घंटे में # डिलीवरी विफल हुईं}}',
    inboundFailed:
      '{many, select, yes {{count} से ज़्यादा इनबाउंड पेलोड विफल हुए} other {{count, plural, one {# इनबाउंड पेलोड विफल हुआ} other {# इनबाउंड पेलोड विफल हुए}}}}',
    formsAttention:
      '{many, select, yes {{count} से ज़्यादा फ़ॉर्म सबमिशन से संपर्क नहीं बना} other {{count, plural, one {# फ़ॉर्म सबमिशन से संपर्क नहीं बना} other {# फ़ॉर्म सबमिशन से संपर्क नहीं बना}}}}',
    review: 'देखें',
    keyExpires: 'कुंजी “{name}” {when} समाप्त होगी',
    health: 'स्थिति',
    endpoints: 'वेबहुक एंडपॉइंट',
    endpointsValue: '{all} में से {enabled} चालू',
    success: 'डिलीवर हुईं, पिछले 24 घंटे',
    waiting: 'लंबित डिलीवरी',
    activeKeys: 'सक्रिय API कुंजियाँ',
    none: 'कोई नहीं',
    noDeliveries: 'कोई डिलीवरी नहीं',
    addresses: 'बेस URL',
    apiUrl: 'API',
    ingestUrl: 'प्लैटफ़ॉर्म और फ़ॉर्म के वेबहुक',
    openapi: 'OpenAPI विवरण',
    reference: 'API संदर्भ खोलें',
    sampleTitle: 'अपना पहला संदेश भेजें',
  },
  looking: 'और पीछे खोजा जा रहा है…',
  lookFurther: 'और पीछे खोजें',
  keys,
  webhooks,
  deliveries,
  events,
  inbound,
  requests,
  signatures,
  errors,
}
