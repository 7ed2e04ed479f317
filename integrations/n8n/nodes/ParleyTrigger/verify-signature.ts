import { createHmac, timingSafeEqual } from 'node:crypto'

const TOLERANCE_SECONDS = 300

/**
 * Returns whether Parley signed a body with the secret of an endpoint, within the last five minutes.
 *
 * header: the value of `X-Service-Signature`, `t=<unix seconds>,v1=<hex>`, with one `v1` per valid secret.
 */
export function isSigned(
  body: Buffer,
  header: string | undefined,
  secret: string,
  now: Date = new Date(),
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,15}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return parts
    .filter(([name]) => name === 'v1')
    .map(([, hex]) => Buffer.from(hex ?? '', 'hex'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
