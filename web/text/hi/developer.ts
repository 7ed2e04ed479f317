import { developer as source } from '../en/developer.ts'

/** The developer area. */
export const developer: typeof source = source
