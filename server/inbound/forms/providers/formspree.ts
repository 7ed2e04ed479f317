import { findAt, hasMembers, textAt, textsOf } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest, isRecent } from './hmac-of.ts'

/** Formspree. It signs `<time>.<body>` in `Formspree-Signature: t=<time>,v1=<hex>`. Source: "Webhooks". */
export const formspree: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'form') !== '' &&
    hasMembers(findAt(tree, 'submission'), ['_date', ...textsOf(findAt(tree, 'keys'))]),
  answers: ['submission'],
  ignored: /^_/,
  submittedAt: 'submission._date',
  isSigned: ({ headers, body, now }, secret) => {
    const header = headers['formspree-signature']
    const [, time, digest] = /^t=(\d+),\s*v1=([0-9a-f]{64})$/i.exec(String(header)) ?? []
    return (
      time !== undefined &&
      isRecent(time, 's', now) &&
      isDigest(digest, hmacOf(secret, `${time}.`, body), { encoding: 'hex' })
    )
  },
}
