/** Longest name and email address of a user, in characters. */
export const USER_CHARACTERS_MAX = { name: 100, email: 254 } as const
