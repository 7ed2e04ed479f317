import type { Facts, NoticeText } from './notice-values.ts'

const words = {
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

/** Writes the Hindi mail about an account that the platform restricted, disabled or disconnected. */
export function accountRestrictedHindi(
  facts: Facts<'account_restricted'>,
  workspace: string,
): NoticeText {
  const { title, what, parley, todo } = words[facts.status]
  const reason = facts.reason === null ? [] : [`कारण: ${facts.reason}`]
  return {
    subject: `${title}: ${toNames(facts)}`,
    paragraphs: [
      `प्लैटफ़ॉर्म ने ${workspace} ${what}।`,
      [...toLines(facts), ...reason].join('\n'),
      `Parley क्या करता है: ${parley}`,
      `आप क्या कर सकते हैं: ${todo}`,
    ],
  }
}

/** Writes the Hindi mail about a policy violation that has no consequences yet. */
export function accountViolationHindi(
  facts: Facts<'account_violation'>,
  workspace: string,
): NoticeText {
  return {
    subject: `खाते ने नीति का उल्लंघन किया: ${toNames(facts)}`,
    paragraphs: [
      `प्लैटफ़ॉर्म ने बताया है कि ${workspace} के एक खाते ने एक नीति का उल्लंघन किया है।`,
      [...toLines(facts), `उल्लंघन: ${facts.violation}`].join('\n'),
      'Parley क्या करता है: अभी कुछ नहीं बदलता। Parley भेजना जारी रखता है।',
      'आप क्या कर सकते हैं: नीति पढ़ें, जो चीज़ उसका उल्लंघन करती है उसे रोकें, और अगर आपको लगता है कि यह ग़लती है तो खाते के पेज (Business Support Home) पर समीक्षा का अनुरोध करें। आगे और उल्लंघन होने पर खाते पर रोक लग सकती है।',
    ],
  }
}

/** Writes the Hindi mail about a number with low quality. */
export function qualityLowHindi(facts: Facts<'quality_low'>, workspace: string): NoticeText {
  const limit = facts.messaging_limit === null ? [] : [`सीमा: ${facts.messaging_limit}`]
  return {
    subject: `गुणवत्ता कम: ${toNames(facts)}`,
    paragraphs: [
      `प्लैटफ़ॉर्म ने ${workspace} के एक नंबर को चिह्नित किया है, क्योंकि ग्राहक उसके संदेशों को ब्लॉक या रिपोर्ट करते हैं।`,
      [...toLines(facts), ...limit].join('\n'),
      'Parley क्या करता है: अभी कुछ नहीं बदलता। Parley भेजना जारी रखता है।',
      'आप क्या कर सकते हैं: पिछले सात दिनों में भेजे गए संदेश देखें, ख़ास तौर पर मार्केटिंग टेम्प्लेट। सिर्फ़ उन्हीं लोगों को लिखें जिन्होंने सहमति दी है, कम बार लिखें, और संदेश बंद करने का तरीक़ा दें। अगर गुणवत्ता कम रही, तो प्लैटफ़ॉर्म इस नंबर की संदेश सीमा घटा देता है।',
    ],
  }
}

/** Writes the Hindi mail about a lowered limit on how many customers the business may write to first. */
export function limitLoweredHindi(facts: Facts<'limit_lowered'>, workspace: string): NoticeText {
  return {
    subject: `संदेश सीमा घटाई गई: ${toNames(facts)}`,
    paragraphs: [
      `${workspace} 24 घंटे में जितने लोगों को पहला संदेश भेज सकता है, प्लैटफ़ॉर्म ने वह संख्या घटा दी है।`,
      [...toLines(facts), `सीमा: ${facts.to} (पहले ${facts.from})`].join('\n'),
      'Parley क्या करता है: Parley भेजना जारी रखता है। जिन ग्राहकों ने आपको लिखा है, उन्हें जवाब देने की कोई सीमा नहीं है। सीमा से ऊपर के संदेश प्लैटफ़ॉर्म अस्वीकार करता है, और हर संदेश के साथ कारण दिखता है।',
      'आप क्या कर सकते हैं: अपने संदेश ज़्यादा दिनों में बाँटें और नंबर की गुणवत्ता अच्छी रखें। प्लैटफ़ॉर्म सीमा को अपने आप फिर बढ़ाता है।',
    ],
  }
}

function toNames({ channels }: { channels: { name: string }[] }): string {
  const [first, ...others] = channels.map((channel) => channel.name)
  return others.length === 0 ? first! : `${first} और ${others.length} अन्य`
}

function toLines({ channels }: { channels: { name: string; account: string }[] }): string[] {
  return channels.map(({ name, account }) => `चैनल: ${name} (${account})`)
}
