import type { auth as source } from '../en/auth.ts'

/** Sign-in and its like. */
export const auth: typeof source = { signIn: 'साइन इन करें', email: 'ई-मेल', password: 'पासवर्ड' }
