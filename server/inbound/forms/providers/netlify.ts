import { parseJson } from '#lib/parse-json.ts'
import { createHash } from 'node:crypto'
import { findAt, hasMembers } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/** Netlify Forms. Its signature is a JWT whose claim `sha256` is the hash of the body. Source: "Payload signature". */
export const netlify: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(tree, ['id', 'form_id', 'data']) &&
    ['ordered_human_fields', 'human_fields'].some((path) => findAt(tree, path) !== undefined),
  answers: ['ordered_human_fields', 'human_fields', 'data'],
  submissionId: [['id']],
  isSigned: ({ headers, body }, secret) => {
    const token = headers['x-webhook-signature']
    const [header, claims, signature, ...more] = typeof token === 'string' ? token.split('.') : []
    if (!header || !claims || !signature || more.length > 0) return false
    // The algorithm is ours, not the token's, so a token cannot choose a weaker one.
    const expected = hmacOf(secret, `${header}.${claims}`)
    if (
      !isDigest(signature.replaceAll('-', '+').replaceAll('_', '/'), expected, {
        encoding: 'base64',
      })
    )
      return false
    const { iss, sha256 } = parseClaims(claims)
    return iss === 'netlify' && sha256 === createHash('sha256').update(body).digest('hex')
  },
}

function parseClaims(claims: string): { iss?: unknown; sha256?: unknown } {
  const parsed = parseJson(Buffer.from(claims, 'base64url').toString('utf8'))
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}
