/** The fewest and the most characters of a password. */
export const PASSWORD_CHARACTERS = { min: 12, max: 128 } as const
