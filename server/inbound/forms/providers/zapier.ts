import type { FormDeclaration } from './provider.ts'

/** Zapier, Make and similar services, whose user chooses the fields. They cover services without webhooks. */
export const zapier: FormDeclaration = {}
