import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/** A page or program of the customer's own. It may sign with `X-Form-Signature: sha256=<hex>` over the raw body. */
export const generic: FormDeclaration = {
  isSigned: ({ headers, body }, secret) =>
    isDigest(headers['x-form-signature'], hmacOf(secret, body), {
      prefix: 'sha256=',
      encoding: 'hex',
    }),
}
