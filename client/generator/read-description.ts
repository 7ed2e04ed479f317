import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { Description } from './description.ts'

/** The root of the repository. */
export const ROOT = dirname(dirname(import.meta.dirname))

/** Returns the API description that `npm run openapi` wrote. */
export function readDescription(): Description {
  return parse(readFileSync(join(ROOT, 'docs/openapi/api.yaml'), 'utf8')) as Description
}
