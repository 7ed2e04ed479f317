/** Fewest characters of a password, as the server holds it. */
export const PASSWORD_MIN = 8
