import type { FetchError, TokenError } from '#shared/webhooks.ts'
import {
  accountRestrictedHindi,
  accountViolationHindi,
  limitLoweredHindi,
  qualityLowHindi,
} from './account-text-hi.ts'
import { toShownUrl, toUtcText } from './notice-values.ts'
import type { Facts, NoticeText } from './notice-values.ts'
import { WAITING_COUNTED_MAX } from './schema.ts'
import type { Notice } from './schema.ts'
import { visitorsLimitedHindi } from './visitors-limited-text-hi.ts'

/** The failures of the last attempt, in Hindi. */
const FAILURES: Record<FetchError | TokenError, string> = {
  invalid_url: 'URL मान्य नहीं है।',
  invalid_request: 'अनुरोध में ऐसा मेथड या हेडर है जिसे भेजा नहीं जा सकता।',
  blocked_target: 'URL किसी निजी या आरक्षित पते पर, या इसी सेवा पर जाता है।',
  dns_not_found: 'होस्ट नाम मौजूद नहीं है।',
  dns_failed: 'होस्ट नाम रिज़ॉल्व नहीं हो सका।',
  connection_refused: 'कनेक्शन अस्वीकार किया गया।',
  connection_failed: 'कनेक्शन नहीं बन सका।',
  connection_closed: 'जवाब पूरा होने से पहले कनेक्शन बंद हो गया।',
  certificate_expired: 'प्रमाणपत्र समाप्त हो गया है या अभी मान्य नहीं है।',
  certificate_untrusted: 'प्रमाणपत्र किसी भरोसेमंद प्राधिकरण ने जारी नहीं किया है, या उसकी शृंखला अधूरी है।',
  certificate_mismatch: 'प्रमाणपत्र किसी दूसरे होस्ट का है।',
  client_certificate_required: 'सर्वर क्लाइंट प्रमाणपत्र माँगता है।',
  client_certificate_refused: 'सर्वर ने क्लाइंट प्रमाणपत्र अस्वीकार किया।',
  tls_failed: 'सुरक्षित कनेक्शन नहीं बन सका।',
  invalid_response: 'जवाब मान्य HTTP नहीं है, या उसके हेडर बहुत बड़े हैं।',
  timeout: 'जवाब समय पर पूरा नहीं हुआ।',
  aborted: 'अनुरोध बीच में रुक गया।',
  token_server_blocked: 'टोकन URL किसी निजी या आरक्षित पते पर, या इसी सेवा पर जाता है।',
  token_server_failed: 'ऑथराइज़ेशन सर्वर ने समय पर जवाब नहीं दिया, या वह विफल हुआ।',
  token_refused: 'ऑथराइज़ेशन सर्वर ने ऐक्सेस टोकन देने से मना किया।',
  token_invalid: 'ऑथराइज़ेशन सर्वर के जवाब में कोई bearer टोकन नहीं था।',
}

/** Writes the Hindi mail for a notice. */
export function writeHindiNotice(notice: Notice, workspace: string): NoticeText {
  switch (notice.kind) {
    case 'endpoint_disabled':
      return disabled(notice.data, workspace)
    case 'endpoint_recovered':
      return recovered(notice.data, workspace)
    case 'channel_stopped':
      return channelStopped(notice.data, workspace)
    case 'account_restricted':
      return accountRestrictedHindi(notice.data, workspace)
    case 'account_violation':
      return accountViolationHindi(notice.data, workspace)
    case 'quality_low':
      return qualityLowHindi(notice.data, workspace)
    case 'limit_lowered':
      return limitLoweredHindi(notice.data, workspace)
    case 'domain_unproved':
      return domainUnproved(notice.data, workspace)
    case 'visitors_limited':
      return visitorsLimitedHindi(notice.data, workspace)
    case 'client_certificate_expires':
      return certificateExpires(notice.data, workspace)
  }
}

/** The platform's reason and the advice are stored in English; they are quoted as they are. */
function channelStopped(facts: Facts<'channel_stopped'>, workspace: string): NoticeText {
  return {
    subject: `चैनल रुक गया: ${facts.name}`,
    paragraphs: [
      `प्लैटफ़ॉर्म ${workspace} के एक चैनल का खाता अस्वीकार कर रहा है, इसलिए उस पर भेजना रुक गया है।`,
      [
        `चैनल: ${facts.name} (${facts.account})`,
        `आईडी: ${facts.channel_id}`,
        `कारण: ${facts.message} (${facts.code})`,
      ].join('\n'),
      'Parley क्या करता है: कोई संदेश नहीं खोता: संदेश कतार में रहते हैं। Parley हर पाँच मिनट में उनमें से एक को भेजकर देखता है, और प्लैटफ़ॉर्म के स्वीकार करते ही बाकी भेज देता है।',
      `आप क्या कर सकते हैं: सेटिंग → चैनल में यह चैनल खोलें और समस्या ठीक करें। सुझाव: ${facts.advice}`,
    ],
  }
}

function domainUnproved(facts: Facts<'domain_unproved'>, workspace: string): NoticeText {
  const { domain, record, status, lapses_at: lapsesAt } = facts
  const isLapsed = status === 'lapsed'
  const stops = 'इस डोमेन के पते वाले नए लोग सिंगल साइन-ऑन से सदस्य नहीं बन सकते। मौजूदा सदस्य, सदस्य बने रहते हैं'
  return {
    subject: isLapsed ? `डोमेन अब सत्यापित नहीं है: ${domain}` : `TXT रिकॉर्ड नहीं मिला: ${domain}`,
    paragraphs: [
      isLapsed
        ? `${workspace} का डोमेन ${domain} अब सत्यापित नहीं है, क्योंकि उसका TXT रिकॉर्ड कई दिनों से नहीं मिला।`
        : `${workspace} के डोमेन ${domain} में अब वह TXT रिकॉर्ड नहीं है जो उसका स्वामित्व साबित करता है।`,
      `रिकॉर्ड: ${record}`,
      `Parley क्या करता है: ${isLapsed ? `अब ${stops} और पहले की तरह साइन इन करते हैं।` : `${toUtcText(lapsesAt)} तक कुछ नहीं बदलता। उसके बाद ${stops}।`}`,
      `आप क्या कर सकते हैं: रिकॉर्ड फिर से बनाएँ। ${isLapsed ? 'फिर सेटिंग → सिंगल साइन-ऑन में डोमेन सत्यापित करें।' : 'Parley उसे हर दिन खोजता है; सेटिंग → सिंगल साइन-ऑन में आप उसे तुरंत जाँच सकते हैं।'} अगर डोमेन अब आपका नहीं है, तो उसे वहाँ से हटा दें।`,
    ],
  }
}

function disabled(facts: Facts<'endpoint_disabled'>, workspace: string): NoticeText {
  const isGone = facts.reason === 'gone'
  const since = facts.failing_since ? `${toUtcText(facts.failing_since)} से ` : ''
  const why = isGone
    ? 'उसने 410 Gone जवाब दिया, यानी वह आगे कोई डिलीवरी नहीं चाहता'
    : `${since}उसकी हर डिलीवरी असफल रही है`
  const now = isGone
    ? 'लंबित डिलीवरी रखी जाती हैं, पर भेजी नहीं जातीं। नए इवेंट इस एंडपॉइंट को नहीं भेजे जाते। वे इवेंट फ़ीड में रहते हैं और रीप्ले किए जा सकते हैं।'
    : 'कोई डिलीवरी नहीं खोती: वे लंबित रहती हैं, नए इवेंट की डिलीवरी भी। Parley समय-समय पर उनमें से एक को भेजकर देखता है, और उसके सफल होते ही एंडपॉइंट को फिर से चालू कर देता है। जो डिलीवरी आपके वर्कस्पेस की रखने की अवधि से ज़्यादा समय तक लंबित रहती हैं, वे रद्द हो जाती हैं।'
  const what = isGone
    ? 'अगर एंडपॉइंट को फिर से इवेंट मिलने चाहिए, तो उससे 2xx जवाब दिलाएँ और उसे चालू करें। नहीं तो उसे मिटा दें।'
    : 'एंडपॉइंट से 10 सेकंड के भीतर 2xx जवाब दिलाएँ, या उसका URL ठीक करें। एक टेस्ट डिलीवरी भेजें, फिर एंडपॉइंट चालू करें: लंबित डिलीवरी भेज दी जाती हैं। अगर अब एंडपॉइंट की ज़रूरत नहीं है, तो उसे मिटा दें।'
  return {
    subject: `वेबहुक एंडपॉइंट बंद किया गया: ${hostOf(facts.url)}`,
    paragraphs: [
      `Parley ने ${workspace} का एक वेबहुक एंडपॉइंट बंद कर दिया है, क्योंकि ${why}।`,
      [
        `एंडपॉइंट: ${toShownUrl(facts.url)}`,
        `आईडी: ${facts.endpoint_id}`,
        `पिछली कोशिश: ${explainAttempt(facts)}`,
      ].join('\n'),
      `Parley क्या करता है: ${now}`,
      `आप क्या कर सकते हैं: ${what}`,
    ],
  }
}

function recovered(facts: Facts<'endpoint_recovered'>, workspace: string): NoticeText {
  const since = facts.disabled_at ? ` वह ${toUtcText(facts.disabled_at)} से बंद था।` : ''
  return {
    subject: `वेबहुक एंडपॉइंट फिर से काम कर रहा है: ${hostOf(facts.url)}`,
    paragraphs: [
      `Parley ने ${workspace} का एक वेबहुक एंडपॉइंट फिर से चालू कर दिया है, क्योंकि उसने एक डिलीवरी स्वीकार की।${since}`,
      `एंडपॉइंट: ${toShownUrl(facts.url)}\nआईडी: ${facts.endpoint_id}`,
      `Parley क्या करता है: ${explainBacklog(facts.waiting)}`,
      'आप क्या कर सकते हैं: कुछ नहीं, जब तक आप एंडपॉइंट को बंद न रखना चाहें। तब उसे बंद कर दें।',
    ],
  }
}

function certificateExpires(
  facts: Facts<'client_certificate_expires'>,
  workspace: string,
): NoticeText {
  const { is_expired: isExpired, expires_at: expiresAt } = facts
  const end = toUtcText(expiresAt)
  return {
    subject: `क्लाइंट प्रमाणपत्र ${isExpired ? 'समाप्त हो गया' : 'जल्द समाप्त होगा'}: ${hostOf(facts.url)}`,
    paragraphs: [
      `Parley ${workspace} के एक वेबहुक एंडपॉइंट को जो क्लाइंट प्रमाणपत्र दिखाता है, वह ${end} को ${isExpired ? 'समाप्त हो गया' : 'समाप्त होगा'}।`,
      [
        `एंडपॉइंट: ${toShownUrl(facts.url)}`,
        `आईडी: ${facts.endpoint_id}`,
        `प्रमाणपत्र: ${facts.subject}`,
      ].join('\n'),
      `Parley क्या करता है: ${isExpired ? 'डिलीवरी में अब भी यही प्रमाणपत्र दिखाया जाता है।' : 'जब तक आप उसे नहीं बदलते, डिलीवरी में यही प्रमाणपत्र दिखाया जाता है, उस समय के बाद भी।'} रिसीवर आम तौर पर समाप्त प्रमाणपत्र अस्वीकार करते हैं; तब डिलीवरी विफल होती हैं और उनकी फिर कोशिश होती है।`,
      'आप क्या कर सकते हैं: नया प्रमाणपत्र लें, और उसे एंडपॉइंट की TLS सेटिंग में सहेजें। नए कनेक्शन उसे तुरंत इस्तेमाल करते हैं।',
    ],
  }
}

function explainAttempt(facts: Facts<'endpoint_disabled'>): string {
  const { last_error: error, last_response_status: status } = facts
  if (error !== null && Object.hasOwn(FAILURES, error))
    return FAILURES[error as FetchError | TokenError]
  if (status !== null) return `उसने ${status} जवाब दिया।`
  return error ?? 'अज्ञात'
}

function explainBacklog(waiting: number): string {
  if (waiting === 0) return 'कोई डिलीवरी लंबित नहीं थी। नई डिलीवरी बनते ही भेजी जाती हैं।'
  const count = waiting.toLocaleString('hi')
  const shown = waiting >= WAITING_COUNTED_MAX ? `${count} या उससे ज़्यादा` : count
  return `${shown} लंबित डिलीवरी अब भेजी जा रही हैं, पहले धीरे, फिर तेज़ी से।`
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'एक एंडपॉइंट'
}
