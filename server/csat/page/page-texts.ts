/** The fixed texts of the page, beside the workspace's own. */
export type PageTexts = {
  rating: string
  comment: string
  optional: string
  send: string
  change: string
  thanks: string
  changeable: string
  expired: string
  settled: string
  unknown: string
  missing: string
}

const en: PageTexts = {
  rating: '{rating} of 5',
  comment: 'Comment',
  optional: 'optional',
  send: 'Send rating',
  change: 'Change rating',
  thanks: 'Thank you for your rating',
  changeable: 'You can change it for 15 minutes.',
  expired: 'This link has expired. Ratings can be sent for 14 days.',
  settled: 'We’ve received your rating. It can no longer be changed.',
  unknown: 'This link is not valid. Check that you opened the whole link.',
  missing: 'Choose a rating.',
}

const hi: PageTexts = {
  rating: '5 में से {rating}',
  comment: 'टिप्पणी',
  optional: 'वैकल्पिक',
  send: 'रेटिंग भेजें',
  change: 'रेटिंग बदलें',
  thanks: 'आपकी रेटिंग के लिए धन्यवाद',
  changeable: 'आप इसे 15 मिनट तक बदल सकते हैं।',
  expired: 'यह लिंक अब काम नहीं करता। रेटिंग 14 दिनों तक भेजी जा सकती है।',
  settled: 'आपकी रेटिंग हमें मिल चुकी है। अब इसे बदला नहीं जा सकता।',
  unknown: 'यह लिंक सही नहीं है। देखें कि आपने पूरा लिंक खोला है।',
  missing: 'एक रेटिंग चुनें।',
}

/** Returns the fixed texts in a language, or in English if there are none. */
export function pageTextsIn(language: string): PageTexts {
  return language.split('-', 1)[0] === 'hi' ? hi : en
}
