import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/** Framer: the names of the inputs and their values. Source: "Connect Framer forms to a webhook". */
export const framer: FormDeclaration = {
  submissionIdHeader: 'framer-webhook-submission-id',
  isSigned: ({ headers, body }, secret) => {
    const id = headers['framer-webhook-submission-id']
    if (typeof id !== 'string') return false
    return isDigest(headers['framer-signature'], hmacOf(secret, body, id), {
      prefix: 'sha256=',
      encoding: 'hex',
    })
  },
}
