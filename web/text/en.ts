import { first } from './first/en.ts'
import { rest } from './rest/en.ts'
import { thread } from './thread/en.ts'

/** Every text of the app in English: the catalogue that the other languages follow. */
export const en = { ...first, ...thread, ...rest }
