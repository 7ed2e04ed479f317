import { sign, verify } from 'node:crypto'
import type { KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { invalidField } from '#lib/errors.ts'
import type { AppError } from '#lib/errors.ts'
import type { TlsSettings } from '#shared/webhooks.ts'
import { readCertificates, toPem } from './read-certificates.ts'
import { readPrivateKey } from './read-private-key.ts'
import type { TlsChanges } from './schema.ts'

/** The TLS settings of an endpoint with the private key, which must never be shown; it is null without a certificate. */
export type OpenTls = TlsSettings & { private_key: string | null }

/** Extended key usages of a certificate for clients: its own, and any. Source: RFC 5280, section 4.2.1.12. */
const CLIENT_USAGES = ['1.3.6.1.5.5.7.3.2', '2.5.29.37.0']

const NAME_CHARACTERS_MAX = 200

/**
 * Returns the TLS settings of an endpoint after `changes`; null for none. `openKey` decrypts the stored private key; it is
 * undefined if the endpoint's URL gets another origin. A new certificate for the stored key needs no key.
 *
 * @throws {AppError} validation_failed, which never contains a part of the key
 */
export function mergeTls(
  stored: TlsSettings | null,
  changes: TlsChanges,
  now: Date,
  openKey?: () => string,
): OpenTls | null {
  if (!changes) return null
  const text = changes.certificate === undefined ? stored?.certificate : changes.certificate
  const caText = changes.ca === undefined ? stored?.ca : changes.ca
  const ca = caText ? readCa(caText, now) : null
  if (!text) {
    if (changes.private_key !== undefined) throw refused('certificate', 'is required')
    if (ca === null) throw refused('certificate', 'is required, or ca')
    return { ...NO_CERTIFICATE, ca }
  }
  const keyText = changes.private_key ?? (stored?.certificate ? openKey?.() : undefined)
  if (keyText === undefined)
    throw refused(
      'private_key',
      stored?.certificate ? 'must be sent again when the URL names another server' : 'is required',
    )
  const [chain, leaf] = readChain(text, now)
  const key = readPrivateKey(keyText)
  if (typeof key === 'string') throw refused('private_key', key)
  checkPair(leaf, key)
  const settings = {
    certificate: toPem(chain),
    private_key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ca,
    subject: toName(leaf.subject),
    issuer: toName(leaf.issuer),
    fingerprint: leaf.fingerprint256,
    expires_at: leaf.validToDate.toISOString(),
  }
  checkContext(settings)
  return settings
}

const NO_CERTIFICATE = {
  certificate: null,
  private_key: null,
  subject: null,
  issuer: null,
  fingerprint: null,
  expires_at: null,
}

/** Refuses TLS settings of a receiver that is called without TLS. @throws {AppError} validation_failed */
export function checkTlsUrl(url: string, tls: TlsSettings | null): void {
  if (tls && new URL(url).protocol !== 'https:')
    throw invalidField('tls', 'needs a URL that starts with https://')
}

/** Returns what the audit log keeps of TLS settings. */
export function toTlsFacts(tls: TlsSettings | null) {
  if (!tls) return null
  const { certificate: _, ca, ...facts } = tls
  return { ...facts, has_ca: ca !== null }
}

/** Reads a client certificate and those that issued it, in order. */
function readChain(text: string, now: Date): [X509Certificate[], X509Certificate] {
  const chain = readCertificates(text)
  if (typeof chain === 'string') throw refused('certificate', chain)
  const [leaf] = chain
  if (!leaf) throw refused('certificate', 'is required')
  chain.forEach((each, index) => {
    const issuer = chain[index + 1]
    if (issuer && !each.checkIssued(issuer))
      throw refused(
        'certificate',
        `must be followed by the certificates that issued it, in order: number ${index + 2} did not issue number ${index + 1}`,
      )
  })
  if (leaf.validToDate <= now)
    throw refused('certificate', `expired on ${leaf.validToDate.toISOString()}`)
  if (leaf.validFromDate > now)
    throw refused('certificate', `is not valid before ${leaf.validFromDate.toISOString()}`)
  // The type of Node's declarations is too narrow: without the extension there is no list.
  const usages = leaf.keyUsage as readonly string[] | undefined
  if (usages && !usages.some((usage) => CLIENT_USAGES.includes(usage)))
    throw refused('certificate', 'is not for clients: its extended key usage lacks clientAuth')
  return [chain, leaf]
}

/** Returns the certificates of authorities, one of which must be valid. */
function readCa(text: string, now: Date): string {
  const certificates = readCertificates(text)
  if (typeof certificates === 'string') throw refused('ca', certificates)
  if (!certificates.some((each) => each.validFromDate <= now && each.validToDate > now))
    throw refused('ca', 'has no certificate that is valid now')
  return toPem(certificates)
}

/** Refuses a key that is not the certificate's, or whose signature the certificate does not verify. */
function checkPair(leaf: X509Certificate, key: KeyObject): void {
  if (!isPair(leaf, key)) throw refused('private_key', 'does not belong to the certificate')
}

function isPair(leaf: X509Certificate, key: KeyObject): boolean {
  const digest = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  const text = Buffer.from('parley')
  try {
    // The comparison looks only at the public part, and a damaged key would fail at each delivery.
    return (
      leaf.checkPrivateKey(key) && verify(digest, text, leaf.publicKey, sign(digest, text, key))
    )
  } catch {
    return false
  }
}

/** Refuses what TLS does not accept, such as a certificate that is signed with MD5. */
function checkContext({ certificate, private_key: key }: OpenTls): void {
  try {
    createSecureContext({ cert: certificate ?? '', key: key ?? '' })
  } catch {
    throw refused('certificate', 'cannot be used for TLS: its key or its signature is too weak')
  }
}

/** Returns a name of a certificate in one line, which the database and a page can show. */
function toName(name: string): string {
  return name
    .trim()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .slice(0, NAME_CHARACTERS_MAX)
    .trim()
}

function refused(field: string, message: string): AppError {
  return invalidField(`tls.${field}`, message)
}
