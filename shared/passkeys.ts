/** The most passkeys of a user. */
export const PASSKEYS_MAX = 10
/** Longest name of a passkey, in characters. */
export const PASSKEY_NAME_CHARACTERS_MAX = 80
