import { scopeOf } from '#http/authenticate.ts'
import type { App } from '#http/app.ts'
import { Verification, VerifyBody } from './schema.ts'
import { verifySignature } from './verify-signature.ts'

/** The developer area's route of the signature debugger. */
export function addSignatureRoutes(app: App): void {
  app.post(
    '/api/developer/webhooks/verify',
    {
      config: { permission: { session: 'admin' } },
      schema: {
        summary: 'Find out why a signature is not accepted',
        description:
          'Give a delivery as your receiver got it, and the secret or the endpoint: the answer says whether the secret is wrong, the body was changed, the clock is off or a header malformed, for both schemes. Nothing is changed and nothing is kept, so it takes no idempotency key.',
        tags: ['Webhooks'],
        body: VerifyBody,
        response: { 200: Verification },
      },
    },
    async (request) => verifySignature(scopeOf(request), request.body),
  )
}
