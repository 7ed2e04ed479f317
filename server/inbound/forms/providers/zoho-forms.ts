import type { FormDeclaration } from './provider.ts'

/** Zoho Forms: the names that its author chose for the fields. */
export const zohoForms: FormDeclaration = {}
