import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { Verification, VerifyBody } from './schema.ts'
import { verifySignature } from './verify-signature.ts'

/** Adds the developer area's route of the signature debugger. */
export function addSignatureRoutes(app: App): void {
  const verify = resource(app, '/api/developer/webhooks/verify', {
    tag: 'Webhooks',
    write: { session: 'admin' },
  })

  verify.post('', {
    operationId: 'verifySignature',
    summary: 'Debug a signature',
    description:
      'Send a delivery as your receiver got it, and the secret or the endpoint. The response shows whether the secret is wrong, the body was changed, the clock is off or a header is malformed, for both signature schemes. Nothing is stored or changed, so the request takes no idempotency key.',
    body: VerifyBody,
    errors: ['endpoint_not_found'],
    response: { 200: Verification },
    run: (scope, { body }) => verifySignature(scope, body),
  })
}
