/** Languages of the widget. `auto` is that of the visitor's browser, English where it has no other. */
export const WEB_CHAT_LANGUAGES = ['auto', 'en', 'hi'] as const

/** Language of a widget. */
export type WebChatLanguage = (typeof WEB_CHAT_LANGUAGES)[number]

/** Whether the widget asks for a detail before the first message. */
export const WEB_CHAT_FIELDS = ['hidden', 'optional', 'required'] as const

/** Whether the widget asks for a detail. */
export type WebChatField = (typeof WEB_CHAT_FIELDS)[number]

/** Longest greeting, in characters. */
export const GREETING_CHARACTERS_MAX = 500

/** Longest audience of the tokens of users, in characters. */
export const AUDIENCE_CHARACTERS_MAX = 200

/** Most origins that may show one web chat. */
export const WEB_CHAT_ORIGINS_MAX = 50

/** Color of a widget whose settings name none, as #rrggbb. */
export const WEB_CHAT_COLOR = '#1f6feb'

/** Longest message of a visitor, in characters. */
export const VISITOR_TEXT_CHARACTERS_MAX = 4_000

/** Largest file of a visitor, in bytes. */
export const VISITOR_FILE_BYTES_MAX = 10 * 1024 * 1024
