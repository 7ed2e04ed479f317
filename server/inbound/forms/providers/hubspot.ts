import { createHash } from 'node:crypto'
import { collectFields } from '../collect-fields.ts'
import { findAt, hasItems, textAt } from '../tree.ts'
import type { Tree } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest, isRecent } from './hmac-of.ts'

/**
 * HubSpot, the webhook of a workflow: the contact with its properties. Its id is the contact's, so it names no
 * submission. Source: "Validating requests", versions 2 and 3 of the signature.
 */
export const hubspot: FormDeclaration = {
  isShape: (tree) =>
    hasItems(tree, 'properties', ['value']) &&
    ['vid', 'canonical-vid', 'objectId', 'portal-id'].some((key) => textAt(tree, key) !== ''),
  read: (tree) => ({ fields: readProperties(findAt(tree, 'properties')!) }),
  submissionId: [],
  isSigned: ({ headers, body, url, now }, secret) => {
    const time = headers['x-hubspot-request-timestamp']
    if (headers['x-hubspot-signature-v3'] !== undefined)
      return (
        isRecent(time, 'ms', now) &&
        isDigest(
          headers['x-hubspot-signature-v3'],
          hmacOf(secret, 'POST', url, body, String(time)),
          { encoding: 'base64' },
        )
      )
    const expected = createHash('sha256').update(`${secret}POST${url}`).update(body).digest()
    return (
      headers['x-hubspot-signature-version'] === 'v2' &&
      isDigest(headers['x-hubspot-signature'], expected, { encoding: 'hex' })
    )
  },
}

/** Reads the properties that people fill in; HubSpot's own properties start with `hs_`. */
function readProperties(properties: Tree) {
  if (!(properties instanceof Map)) return []
  return [...properties]
    .filter(([key]) => !/^(hs_|hubspot_|lastmodified|createdate)/.test(key))
    .flatMap(([key, node]) =>
      collectFields(node instanceof Map ? textAt(node, 'value') : node, [key]),
    )
}
