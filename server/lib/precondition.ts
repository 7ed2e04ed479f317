import { createHash } from 'node:crypto'

/** A check that a change may be made, given the resource as it is now. Verbs call it after they locked the resource. */
export type Precondition = (current: object) => void

/** The token of a link to a file, which changes every hour. */
const LINK_TOKEN = /\/media\/[\w-]{80}/g

/** Returns the entity tag of a resource: a hash of its JSON, without the tokens of links to files, which change with time. */
export function etagOf(json: string): string {
  const hash = createHash('sha256').update(json.replaceAll(LINK_TOKEN, '/media/'))
  return `"${hash.digest('base64url').slice(0, 27)}"`
}
