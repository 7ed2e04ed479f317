import { randomBytes } from 'node:crypto'

/**
 * Generates a message id with the platform's structure: base64 of a few tags around the customer's number and a random
 * hexadecimal part. `sent` is by API, `received` from the customer. Source: decoded samples; opaque by documentation.
 */
export function createWamid(counterpart: string, direction: 'sent' | 'received'): string {
  const party = Buffer.from(counterpart.slice(0, 255))
  const unique = Buffer.from(
    randomBytes(direction === 'sent' ? 9 : 10)
      .toString('hex')
      .toUpperCase(),
  )
  const bytes = Buffer.concat([
    Buffer.from([0x1c, 0x18, party.length]),
    party,
    Buffer.from([0x15, 0x02, 0x00, direction === 'sent' ? 0x11 : 0x12, 0x18, unique.length]),
    unique,
    Buffer.from([0x00]),
  ])
  return `wamid.${bytes.toString('base64')}`
}
