import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FormProvider } from '#shared/forms.ts'

type Scheme = { header: string; prefix: string; encoding: 'base64' | 'hex' }

const generic: Scheme = { header: 'x-form-signature', prefix: 'sha256=', encoding: 'hex' }
const schemes: Partial<Record<FormProvider, Scheme>> = {
  typeform: { header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' },
  tally: { header: 'tally-signature', prefix: '', encoding: 'base64' },
}

/**
 * Returns whether the provider signed these raw bytes with `secret`: HMAC-SHA256, compared in constant time. A
 * provider without its own scheme signs with `X-Form-Signature: sha256=<hex>`. Source: Typeform, "Secure your
 * webhooks"; Tally, "Webhooks".
 */
export function isFormSignatureValid(
  provider: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): boolean {
  const { header, prefix, encoding } = schemes[provider as FormProvider] ?? generic
  const given = headers[header]
  if (typeof given !== 'string' || !given.startsWith(prefix)) return false
  const signature = Buffer.from(given.slice(prefix.length), encoding)
  const expected = createHmac('sha256', secret).update(body).digest()
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
