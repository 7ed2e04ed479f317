import { first } from './first.ts'
import { rest } from './rest.ts'

/** Every text of the app in English: the catalogue that the other languages follow. */
export const en = { ...first, ...rest }
