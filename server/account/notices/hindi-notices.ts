import type { FetchError, TokenError } from '#shared/webhooks.ts'
import { toShownUrl, toUtcText } from './facts.ts'
import type { Facts, NoticeTexts } from './facts.ts'
import { WAITING_COUNTED_MAX } from './schema.ts'

/** The mails about an account, by its status. */
const ACCOUNTS = {
  restricted: {
    title: 'खाते पर रोक',
    what: 'के एक खाते पर रोक लगा दी है',
    parley: 'Parley भेजना जारी रखता है। प्लैटफ़ॉर्म जो संदेश अस्वीकार करता है, उसके साथ कारण दिखता है।',
    todo: 'प्लैटफ़ॉर्म पर खाते का पेज (Business Support Home) खोलें, देखें कि किस चीज़ पर और कब तक रोक है, और अगर आपको लगता है कि यह ग़लती है तो समीक्षा का अनुरोध करें।',
  },
  disabled: {
    title: 'खाता बंद किया गया',
    what: 'का एक खाता बंद कर दिया है',
    parley: 'कोई संदेश नहीं खोता: संदेश कतार में रहते हैं। ग्राहकों के संदेश अब भी मिलते हैं।',
    todo: 'प्लैटफ़ॉर्म पर समीक्षा का अनुरोध करें (Business Support Home)। खाता बहाल होने तक अपने ग्राहकों से दूसरे तरीक़ों से संपर्क करें।',
  },
  disconnected: {
    title: 'खाते का कनेक्शन ख़त्म',
    what: 'के एक खाते का कनेक्शन ख़त्म कर दिया है',
    parley: 'कोई संदेश नहीं खोता: संदेश कतार में रहते हैं। इस खाते के नए संदेश अब नहीं मिलते।',
    todo: 'प्लैटफ़ॉर्म पर खाते को फिर से जोड़ें, और चैनल में नया ऐक्सेस टोकन डालें। अगर अब इस खाते की ज़रूरत नहीं है, तो आपको कुछ नहीं करना है।',
  },
}

/** The mails about a limit of anonymous visitors, by the limit. */
const VISITORS = {
  storage_nearly_full: {
    subject: 'साइट पर आने वालों का स्टोरेज लगभग भर गया',
    parley:
      'गुमनाम लोगों की फ़ाइलें अपने हिस्से के स्टोरेज का 80 % से ज़्यादा इस्तेमाल कर रही हैं। भर जाने पर गुमनाम लोगों की और फ़ाइलें स्वीकार नहीं होंगी।',
    todo: 'वेब चैट की सबसे नई बातचीत देखें। अगर वे स्पैम हैं, तो उनके संपर्क ब्लॉक करें या मिटाएँ। अगर लोग सचमुच इतनी फ़ाइलें भेजते हैं, तो इस सर्वर के ऑपरेटर से बड़ा हिस्सा माँगें।',
  },
  storage_full: {
    subject: 'साइट पर आने वालों का स्टोरेज भर गया',
    parley:
      'गुमनाम लोगों की फ़ाइलें अपने हिस्से का पूरा स्टोरेज इस्तेमाल कर रही हैं। गुमनाम लोगों की और फ़ाइलें स्वीकार नहीं होतीं। उनके संदेशों पर, जिन लोगों की पहचान आपकी साइट बताती है उनकी फ़ाइलों पर, और आपके अपने अपलोड पर कोई असर नहीं है।',
    todo: 'वेब चैट की सबसे नई बातचीत देखें। अगर वे स्पैम हैं, तो उनके संपर्क मिटाएँ। अगर लोग सचमुच इतनी फ़ाइलें भेजते हैं, तो इस सर्वर के ऑपरेटर से बड़ा हिस्सा माँगें।',
  },
  files: {
    subject: 'साइट पर आने वालों की बहुत सी फ़ाइलें',
    parley:
      'गुमनाम लोगों ने उतनी से ज़्यादा फ़ाइलें भेजीं जितनी एक वेब चैट लेती है। कुछ अस्वीकार की गईं और थोड़ी देर बाद फिर भेजी जा सकती हैं।',
    todo: 'वेब चैट की सबसे नई बातचीत देखें। अगर वे स्पैम हैं, तो उनके संपर्क ब्लॉक करें। अगर लोग सचमुच इतनी फ़ाइलें भेजते हैं, तो इस सर्वर के ऑपरेटर से बड़ी सीमा माँगें।',
  },
  conversations: {
    subject: 'साइट पर आने वालों की बहुत सी नई बातचीत',
    parley:
      'गुमनाम लोगों ने उतनी से ज़्यादा बातचीत शुरू कीं जितनी एक वेब चैट लेती है। वे जो लिखते हैं उसे विजेट रखता है और थोड़ी देर बाद भेजता है।',
    todo: 'वेब चैट की सबसे नई बातचीत देखें। अगर वे स्पैम हैं, तो उनके संपर्क ब्लॉक करें। अगर सचमुच इतने लोग आपको लिखते हैं, तो इस सर्वर के ऑपरेटर से बड़ी सीमा माँगें।',
  },
}

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

/** The kinds of things that rules name. */
const PARTS: Record<string, string> = {
  member: 'सदस्य',
  team: 'टीम',
  tag: 'टैग',
  channel: 'चैनल',
  canned_reply: 'तैयार जवाब',
  template: 'टेम्पलेट',
  field: 'कस्टम फ़ील्ड',
}

/** Mails about notices, in Hindi. What a platform says, and the advice, are stored in English and quoted as they are. */
export const hindiNotices: NoticeTexts = {
  labels: {
    parley: 'Parley क्या करता है',
    todo: 'आप क्या कर सकते हैं',
    workspace: 'आपका वर्कस्पेस',
  },
  endpoint_disabled(facts, workspace) {
    const isGone = facts.reason === 'gone'
    const since = facts.failing_since ? `${toUtcText(facts.failing_since)} से ` : ''
    const why = isGone
      ? 'उसने 410 Gone जवाब दिया, यानी वह आगे कोई डिलीवरी नहीं चाहता'
      : `${since}उसकी हर डिलीवरी असफल रही है`
    return {
      subject: `वेबहुक एंडपॉइंट बंद किया गया: ${hostOf(facts)}`,
      what: `Parley ने ${workspace} का एक वेबहुक एंडपॉइंट बंद कर दिया है, क्योंकि ${why}।`,
      about: [...endpointLines(facts), `पिछली कोशिश: ${explainAttempt(facts)}`],
      parley: isGone
        ? 'लंबित डिलीवरी रखी जाती हैं, पर भेजी नहीं जातीं। नए इवेंट इस एंडपॉइंट को नहीं भेजे जाते। वे इवेंट फ़ीड में रहते हैं और रीप्ले किए जा सकते हैं।'
        : 'कोई डिलीवरी नहीं खोती: वे लंबित रहती हैं, नए इवेंट की डिलीवरी भी। Parley समय-समय पर उनमें से एक को भेजकर देखता है, और उसके सफल होते ही एंडपॉइंट को फिर से चालू कर देता है। जो डिलीवरी आपके वर्कस्पेस की रखने की अवधि से ज़्यादा समय तक लंबित रहती हैं, वे रद्द हो जाती हैं।',
      todo: isGone
        ? 'अगर एंडपॉइंट को फिर से इवेंट मिलने चाहिए, तो उससे 2xx जवाब दिलाएँ और उसे चालू करें। नहीं तो उसे मिटा दें।'
        : 'एंडपॉइंट से 10 सेकंड के भीतर 2xx जवाब दिलाएँ, या उसका URL ठीक करें। एक टेस्ट डिलीवरी भेजें, फिर एंडपॉइंट चालू करें: लंबित डिलीवरी भेज दी जाती हैं। अगर अब एंडपॉइंट की ज़रूरत नहीं है, तो उसे मिटा दें।',
    }
  },
  endpoint_recovered(facts, workspace) {
    const since = facts.disabled_at ? ` वह ${toUtcText(facts.disabled_at)} से बंद था।` : ''
    return {
      subject: `वेबहुक एंडपॉइंट फिर से काम कर रहा है: ${hostOf(facts)}`,
      what: `Parley ने ${workspace} का एक वेबहुक एंडपॉइंट फिर से चालू कर दिया है, क्योंकि उसने एक डिलीवरी स्वीकार की।${since}`,
      about: endpointLines(facts),
      parley: explainBacklog(facts.waiting),
      todo: 'कुछ नहीं, जब तक आप एंडपॉइंट को बंद न रखना चाहें। तब उसे बंद कर दें।',
    }
  },
  client_certificate_expires(facts, workspace) {
    const { is_expired: isExpired, expires_at: expiresAt } = facts
    return {
      subject: `क्लाइंट प्रमाणपत्र ${isExpired ? 'समाप्त हो गया' : 'जल्द समाप्त होगा'}: ${hostOf(facts)}`,
      what: `Parley ${workspace} के एक वेबहुक एंडपॉइंट को जो क्लाइंट प्रमाणपत्र दिखाता है, वह ${toUtcText(expiresAt)} को ${isExpired ? 'समाप्त हो गया' : 'समाप्त होगा'}।`,
      about: [...endpointLines(facts), `प्रमाणपत्र: ${facts.subject}`],
      parley: `${isExpired ? 'डिलीवरी में अब भी यही प्रमाणपत्र दिखाया जाता है।' : 'जब तक आप उसे नहीं बदलते, डिलीवरी में यही प्रमाणपत्र दिखाया जाता है, उस समय के बाद भी।'} रिसीवर आम तौर पर समाप्त प्रमाणपत्र अस्वीकार करते हैं; तब डिलीवरी विफल होती हैं और उनकी फिर कोशिश होती है।`,
      todo: 'नया प्रमाणपत्र लें, और उसे एंडपॉइंट की TLS सेटिंग में सहेजें। नए कनेक्शन उसे तुरंत इस्तेमाल करते हैं।',
    }
  },
  bot_off: (facts, workspace) => ({
    subject: `बॉट बंद किया गया: ${facts.name}`,
    what: `${workspace} के एक बॉट ने लगातार ${facts.failures} बातचीत में समय पर कुछ नहीं किया, इसलिए उसे नई बातचीत नहीं मिलतीं।`,
    about: [`बॉट: ${facts.name}`, `आईडी: ${facts.bot_id}`],
    parley:
      'जिन बातचीत में उसने कुछ नहीं किया, वे कतार में लोगों की प्रतीक्षा कर रही हैं। बाकी बातचीत उसके पास रहती हैं।',
    todo: 'बॉट का प्रोग्राम ठीक करें, फिर सेटिंग → बॉट में बॉट को दोबारा चालू करें।',
  }),
  channel_stopped: (facts, workspace) => ({
    subject: `चैनल रुक गया: ${facts.name}`,
    what: `प्लैटफ़ॉर्म ${workspace} के एक चैनल का खाता अस्वीकार कर रहा है, इसलिए उस पर भेजना रुक गया है।`,
    about: [
      `चैनल: ${facts.name} (${facts.account})`,
      `आईडी: ${facts.channel_id}`,
      `कारण: ${facts.message} (${facts.code})`,
    ],
    parley:
      'कोई संदेश नहीं खोता: संदेश कतार में रहते हैं। Parley हर पाँच मिनट में उनमें से एक को भेजकर देखता है, और प्लैटफ़ॉर्म के स्वीकार करते ही बाकी भेज देता है।',
    todo: `सेटिंग → चैनल में यह चैनल खोलें और समस्या ठीक करें। सुझाव: ${facts.advice}`,
  }),
  account_restricted(facts, workspace) {
    const { title, what, parley, todo } = ACCOUNTS[facts.status]
    const reason = facts.reason === null ? [] : [`कारण: ${facts.reason}`]
    return {
      subject: `${title}: ${toNames(facts)}`,
      what: `प्लैटफ़ॉर्म ने ${workspace} ${what}।`,
      about: [...channelLines(facts), ...reason],
      parley,
      todo,
    }
  },
  account_violation: (facts, workspace) => ({
    subject: `खाते ने नीति का उल्लंघन किया: ${toNames(facts)}`,
    what: `प्लैटफ़ॉर्म ने बताया है कि ${workspace} के एक खाते ने एक नीति का उल्लंघन किया है।`,
    about: [...channelLines(facts), `उल्लंघन: ${facts.violation}`],
    parley: 'अभी कुछ नहीं बदलता। Parley भेजना जारी रखता है।',
    todo: 'नीति पढ़ें, जो चीज़ उसका उल्लंघन करती है उसे रोकें, और अगर आपको लगता है कि यह ग़लती है तो खाते के पेज (Business Support Home) पर समीक्षा का अनुरोध करें। आगे और उल्लंघन होने पर खाते पर रोक लग सकती है।',
  }),
  quality_low(facts, workspace) {
    const limit = facts.messaging_limit === null ? [] : [`सीमा: ${facts.messaging_limit}`]
    return {
      subject: `गुणवत्ता कम: ${toNames(facts)}`,
      what: `प्लैटफ़ॉर्म ने ${workspace} के एक नंबर को चिह्नित किया है, क्योंकि ग्राहक उसके संदेशों को ब्लॉक या रिपोर्ट करते हैं।`,
      about: [...channelLines(facts), ...limit],
      parley: 'अभी कुछ नहीं बदलता। Parley भेजना जारी रखता है।',
      todo: 'पिछले सात दिनों में भेजे गए संदेश देखें, ख़ास तौर पर मार्केटिंग टेम्प्लेट। सिर्फ़ उन्हीं लोगों को लिखें जिन्होंने सहमति दी है, कम बार लिखें, और संदेश बंद करने का तरीक़ा दें। अगर गुणवत्ता कम रही, तो प्लैटफ़ॉर्म इस नंबर की संदेश सीमा घटा देता है।',
    }
  },
  limit_lowered: (facts, workspace) => ({
    subject: `संदेश सीमा घटाई गई: ${toNames(facts)}`,
    what: `${workspace} 24 घंटे में जितने लोगों को पहला संदेश भेज सकता है, प्लैटफ़ॉर्म ने वह संख्या घटा दी है।`,
    about: [...channelLines(facts), `सीमा: ${facts.to} (पहले ${facts.from})`],
    parley:
      'Parley भेजना जारी रखता है। जिन ग्राहकों ने आपको लिखा है, उन्हें जवाब देने की कोई सीमा नहीं है। सीमा से ऊपर के संदेश प्लैटफ़ॉर्म अस्वीकार करता है, और हर संदेश के साथ कारण दिखता है।',
    todo: 'अपने संदेश ज़्यादा दिनों में बाँटें और नंबर की गुणवत्ता अच्छी रखें। प्लैटफ़ॉर्म सीमा को अपने आप फिर बढ़ाता है।',
  }),
  domain_unproved({ domain, record, status, lapses_at: lapsesAt }, workspace) {
    const isLapsed = status === 'lapsed'
    const stops =
      'इस डोमेन के पते वाले नए लोग सिंगल साइन-ऑन से सदस्य नहीं बन सकते। मौजूदा सदस्य, सदस्य बने रहते हैं'
    return {
      subject: isLapsed ? `डोमेन अब सत्यापित नहीं है: ${domain}` : `TXT रिकॉर्ड नहीं मिला: ${domain}`,
      what: isLapsed
        ? `${workspace} का डोमेन ${domain} अब सत्यापित नहीं है, क्योंकि उसका TXT रिकॉर्ड कई दिनों से नहीं मिला।`
        : `${workspace} के डोमेन ${domain} में अब वह TXT रिकॉर्ड नहीं है जो उसका स्वामित्व साबित करता है।`,
      about: [`रिकॉर्ड: ${record}`],
      parley: `${isLapsed ? `अब ${stops} और पहले की तरह साइन इन करते हैं।` : `${toUtcText(lapsesAt)} तक कुछ नहीं बदलता। उसके बाद ${stops}।`}`,
      todo: `रिकॉर्ड फिर से बनाएँ। ${isLapsed ? 'फिर सेटिंग → सिंगल साइन-ऑन में डोमेन सत्यापित करें।' : 'Parley उसे हर दिन खोजता है; सेटिंग → सिंगल साइन-ऑन में आप उसे तुरंत जाँच सकते हैं।'} अगर डोमेन अब आपका नहीं है, तो उसे वहाँ से हटा दें।`,
    }
  },
  visitors_limited({ name, channel_id: id, reason }, workspace) {
    const { subject, parley, todo } = VISITORS[reason]
    return {
      subject: `${subject}: ${name}`,
      what: `गुमनाम लोग ${workspace} की एक वेब चैट की सीमा तक पहुँच गए हैं।`,
      about: [`वेब चैट: ${name}`, `आईडी: ${id}`],
      parley,
      todo,
    }
  },
  rule_switched_off: ({ name, rule_id: id, reason, missing }, workspace) => ({
    subject: `नियम बंद हुआ: ${name}`,
    what:
      reason === 'missing'
        ? `Parley ने ${workspace} का एक नियम बंद कर दिया, क्योंकि उसमें लिखी कोई चीज़ अब नहीं है।`
        : `Parley ने ${workspace} का एक नियम बंद कर दिया, क्योंकि वह एक बातचीत में बार-बार चला, हर बार ऐसी घटना पर जो किसी व्यक्ति ने नहीं की।`,
    about: [
      `नियम: ${name}`,
      `आईडी: ${id}`,
      ...missing.map((part) => `मौजूद नहीं: ${PARTS[part.kind] ?? part.kind} ${part.id}`),
    ],
    parley: 'जब तक नियम फिर चालू नहीं होता, वह कुछ नहीं करता। जो वह कर चुका है, वैसा ही रहेगा।',
    todo:
      reason === 'missing'
        ? 'सेटिंग → नियम खोलें, नियम में कुछ और चुनें और उसे चालू करें।'
        : 'देखें कि कौन-सा प्रोग्राम या नियम इसका जवाब देता है। दोनों में से एक को बदलें, फिर सेटिंग → नियम में इसे चालू करें।',
  }),
}

function endpointLines(facts: { url: string; endpoint_id: string }): string[] {
  return [`एंडपॉइंट: ${toShownUrl(facts.url)}`, `आईडी: ${facts.endpoint_id}`]
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

function hostOf({ url }: { url: string }): string {
  return URL.parse(url)?.host ?? 'एक एंडपॉइंट'
}

function toNames({ channels }: { channels: { name: string }[] }): string {
  const [first, ...others] = channels.map((channel) => channel.name)
  return others.length === 0 ? first! : `${first} और ${others.length} अन्य`
}

function channelLines({ channels }: { channels: { name: string; account: string }[] }): string[] {
  return channels.map(({ name, account }) => `चैनल: ${name} (${account})`)
}
