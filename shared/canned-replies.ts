/** Longest shortcut, without the slash before it, and longest text of a canned reply, in characters. */
export const CANNED_REPLY_CHARACTERS_MAX = { shortcut: 40, text: 4096 } as const
