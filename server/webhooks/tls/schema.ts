import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, filledText, nullable, titled } from '#lib/schemas.ts'
import { TLS } from '#shared/webhooks.ts'

const certificates = { minLength: 1, maxLength: TLS.certificatesCharactersMax }

const tlsFields = {
  certificate: Type.Optional(
    nullable(
      Type.String({
        ...certificates,
        description:
          'The client certificate in PEM, then the certificates that issued it, in order.',
      }),
    ),
  ),
  private_key: Type.Optional(
    filledText(
      TLS.keyCharactersMax,
      'The private key of the certificate in PEM, without a passphrase. Stored encrypted and never returned.',
    ),
  ),
  ca: Type.Optional(
    nullable(
      Type.String({
        ...certificates,
        description:
          'Certificates in PEM of the authorities that the receiver uses. Null means the public ones.',
      }),
    ),
  ),
}
const tlsDescription =
  'The client certificate that Parley shows to the receiver (mTLS), and the authorities of the receiver. Null removes both.'

/** Changes of the TLS settings of an endpoint: fields that are not named stay, null removes them. */
export const TlsBody = nullable(
  closedObject(tlsFields, { title: 'WebhookTlsChanges' }),
  tlsDescription,
)

/** The TLS settings of a new endpoint, each of which may be null in the body of the POST request. */
export const NewTlsBody = nullable(
  closedObject(tlsFields, { title: 'NewWebhookTls' }),
  tlsDescription,
)

/** Changes of the TLS settings of an endpoint. */
export type TlsChanges = Static<typeof TlsBody>

/** The TLS settings of an endpoint as the API returns them: without the private key. */
export const EndpointTls = nullable(
  titled('WebhookTls', {
    certificate: nullable(Type.String({ description: 'The client certificate chain in PEM.' })),
    ca: nullable(Type.String()),
    subject: nullable(Type.String()),
    issuer: nullable(Type.String()),
    fingerprint: nullable(Type.String({ description: 'SHA-256 of the certificate.' })),
    expires_at: nullable(Type.String({ format: 'date-time' })),
  }),
  'Its client certificate and the authorities of the receiver.',
)
