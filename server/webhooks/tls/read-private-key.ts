import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readPem } from './read-certificates.ts'

const LABELS = ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']

/** Bits of an RSA key: receivers refuse shorter ones, and a longer one would block the worker at each connection. */
const RSA_BITS = { min: 2_048, max: 4_096 } as const

const CURVES = ['prime256v1', 'secp384r1', 'secp521r1']

/** The largest usual public exponent is 65537. A hostile one makes each check of a signature slow. */
const EXPONENT_MAX = 2n ** 32n

const RSA_PARTS = ['e', 'd', 'p', 'q', 'dp', 'dq', 'qi'] as const

/**
 * Reads a private key in PEM. Returns what is wrong with it as a text that completes "private key", and contains nothing
 * of it.
 */
export function readPrivateKey(text: string): KeyObject | string {
  if (text.includes('ENCRYPTED'))
    return 'must not be encrypted with a passphrase, because Parley encrypts it itself'
  // OpenSSL writes the name of the curve before a key.
  const blocks = readPem(text)?.filter(({ label }) => label !== 'EC PARAMETERS')
  const [block] = blocks ?? []
  if (!block || blocks?.length !== 1 || !LABELS.includes(block.label))
    return 'must be one private key in PEM, from -----BEGIN PRIVATE KEY----- to -----END PRIVATE KEY-----'
  try {
    const base64 = block.der.toString('base64')
    const key = createPrivateKey(
      `-----BEGIN ${block.label}-----\n${base64}\n-----END ${block.label}-----\n`,
    )
    return isUsable(key)
      ? key
      : 'must be an RSA key of 2,048 to 4,096 bits, an EC key of the curve P-256, P-384 or P-521, or an Ed25519 key'
  } catch {
    return 'cannot be read'
  }
}

function isUsable(key: KeyObject): boolean {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519') return true
  if (type === 'ec') return CURVES.includes(details?.namedCurve ?? '')
  const bits = details?.modulusLength ?? 0
  if (type !== 'rsa' || bits < RSA_BITS.min || bits > RSA_BITS.max) return false
  if ((details?.publicExponent ?? EXPONENT_MAX) >= EXPONENT_MAX) return false
  // A private exponent that is longer than the modulus makes each signature slow.
  const parts = key.export({ format: 'jwk' })
  return RSA_PARTS.every((name) => (parts[name]?.length ?? 0) <= (parts.n?.length ?? 0))
}
