/** Sign-in and its like. */
export const auth = { signIn: 'Sign in', email: 'E-mail', password: 'Password' }
