/** The texts of the widget in one language. */
export type WidgetTexts = typeof en

const en = {
  open: 'Open chat',
  unread: (count: number) => (count === 1 ? '1 new message' : `${count} new messages`),
  close: 'Close chat',
  greeting: 'Hello! How can we help you?',
  online: 'We’re online',
  away: 'We’re away. Leave a message, and we’ll answer here.',
  messages: 'Messages',
  older: 'Show earlier messages',
  you: 'You',
  name: 'Your name',
  email: 'Your email address',
  optional: 'optional',
  introduce: 'Before we start: who are you?',
  start: 'Start chat',
  nameMissing: 'Enter your name.',
  write: 'Write a message',
  send: 'Send',
  sending: 'Sending…',
  waiting: 'Not sent yet. It is sent when you are online again.',
  sent: 'Sent',
  failed: 'Couldn’t send this message.',
  retry: 'Send again',
  remove: 'Delete',
  deleted: 'This message was deleted.',
  edited: 'edited',
  file: 'File',
  attach: 'Attach a file',
  fileTooLarge: 'A file must not be larger than 10 MB.',
  fileFailed:
    'Couldn’t send this file. Pictures, PDFs and other documents of at most 10 MB can be sent.',
  typing: 'Typing a reply…',
  offline: 'No connection. Your messages are sent when it is back.',
  tooLong: 'The message is too long.',
  emailWrong: 'Enter an email address such as name@example.com.',
  opensNewTab: 'opens in a new tab',
}

const hi: WidgetTexts = {
  open: 'चैट खोलें',
  unread: (count) => (count === 1 ? '1 नया संदेश' : `${count} नए संदेश`),
  close: 'चैट बंद करें',
  greeting: 'नमस्ते! हम आपकी क्या मदद कर सकते हैं?',
  online: 'हम ऑनलाइन हैं',
  away: 'हम अभी उपलब्ध नहीं हैं। संदेश छोड़ें, हम यहीं जवाब देंगे।',
  messages: 'संदेश',
  older: 'पुराने संदेश दिखाएँ',
  you: 'आप',
  name: 'आपका नाम',
  email: 'आपका ई-मेल पता',
  optional: 'वैकल्पिक',
  introduce: 'शुरू करने से पहले: आप कौन हैं?',
  start: 'चैट शुरू करें',
  nameMissing: 'अपना नाम लिखें।',
  write: 'संदेश लिखें',
  send: 'भेजें',
  sending: 'भेजा जा रहा है…',
  waiting: 'अभी नहीं भेजा गया। ऑनलाइन होते ही भेज दिया जाएगा।',
  sent: 'भेजा गया',
  failed: 'यह संदेश नहीं भेजा जा सका।',
  retry: 'फिर से भेजें',
  remove: 'हटाएँ',
  deleted: 'यह संदेश हटा दिया गया।',
  edited: 'बदला गया',
  file: 'फ़ाइल',
  attach: 'फ़ाइल जोड़ें',
  fileTooLarge: 'फ़ाइल 10 MB से बड़ी नहीं होनी चाहिए।',
  fileFailed: 'यह फ़ाइल नहीं भेजी जा सकी। 10 MB तक की तस्वीरें, PDF और दूसरे दस्तावेज़ भेजे जा सकते हैं।',
  typing: 'जवाब लिखा जा रहा है…',
  offline: 'कनेक्शन नहीं है। कनेक्शन आते ही आपके संदेश भेज दिए जाएँगे।',
  tooLong: 'संदेश बहुत लंबा है।',
  emailWrong: 'ई-मेल पता लिखें, जैसे name@example.com।',
  opensNewTab: 'नए टैब में खुलता है',
}

/** Returns the texts of a language; `auto` is the first language of the browser, if there is one. */
export function chooseTexts(language: 'auto' | 'en' | 'hi'): {
  language: string
  texts: WidgetTexts
} {
  const isHindi =
    language === 'hi' || (language === 'auto' && /^hi\b/i.test(navigator.language ?? ''))
  return isHindi ? { language: 'hi', texts: hi } : { language: 'en', texts: en }
}

/** Returns in which direction a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr'
}
