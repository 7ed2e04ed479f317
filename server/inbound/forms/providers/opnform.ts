import { hasItems, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/**
 * OpnForm. Its top-level `message` is a note to programmers, and `submission` repeats `data`. Source: the class
 * `AbstractIntegrationHandler` of OpnForm, and "Validating Webhook Signatures".
 */
export const opnform: FormDeclaration = {
  isShape: (tree) => textAt(tree, 'form_slug') !== '' && hasItems(tree, 'data', ['name', 'type']),
  answers: ['data'],
  isSigned: ({ headers, body }, secret) =>
    isDigest(headers['x-webhook-signature'], hmacOf(secret, body), {
      prefix: 'sha256=',
      encoding: 'hex',
    }),
}
