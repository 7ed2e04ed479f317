import { findAt, textAt } from '../payload-tree.ts'
import type { FormDeclaration } from './provider.ts'
import { hmacOf, isDigest } from './signing.ts'

/** OpnForm. Source: "Validating Webhook Signatures". */
export const opnform: FormDeclaration = {
  isShape: (tree) => textAt(tree, 'form_slug') !== '' && findAt(tree, 'data') instanceof Map,
  answers: ['data'],
  submissionId: [['form_slug', 'submission_id']],
  isSigned: ({ headers, body }, secret) =>
    isDigest(headers['x-webhook-signature'], hmacOf(secret, body), {
      prefix: 'sha256=',
      encoding: 'hex',
    }),
}
