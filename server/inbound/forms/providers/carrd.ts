import type { FormDeclaration } from './provider.ts'

/** Carrd, "Send to URL": the names of the fields and their values, as a form. */
export const carrd: FormDeclaration = {}
