import { findAt, hasMembers, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest, isRecent } from './hmac-of.ts'

/** Webflow. Source: "Working with webhooks", and the SDK's `verifySignature`. */
export const webflow: FormDeclaration = {
  isShape: (tree) =>
    (textAt(tree, 'triggerType') === 'form_submission' &&
      findAt(tree, 'payload.data') instanceof Map) ||
    (findAt(tree, 'data') instanceof Map && hasMembers(tree, ['_id', 'site', 'd'])),
  answers: ['payload.data', 'data'],
  submissionId: [['payload.id'], ['_id']],
  isSigned: ({ headers, body, now }, secret) => {
    const time = headers['x-webflow-timestamp']
    return (
      isRecent(time, 'ms', now) &&
      isDigest(headers['x-webflow-signature'], hmacOf(secret, `${String(time)}:`, body), {
        encoding: 'hex',
      })
    )
  },
}
