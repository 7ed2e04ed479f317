/** The minimum length of a password, as the server checks it. */
export const PASSWORD_MIN = 8
