import type { FormDeclaration } from './provider.ts'

/** Formcarry: the fields of the form as JSON. */
export const formcarry: FormDeclaration = {}
