import { X509Certificate } from 'node:crypto'

/** The most certificates of one text. */
const CERTIFICATES_MAX = 10

/** The begin of any block of PEM, and a whole one. Source: RFC 7468, section 2. */
const BEGIN = /-----BEGIN /g
const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,32})-----\s([A-Za-z0-9+/=\s]+)-----END \1-----/g

/** A block of PEM: its label and its bytes. */
type PemBlock = { label: string; der: Buffer }

/**
 * Returns the blocks of a text in PEM. Text outside of blocks is ignored, as programs write explanations there.
 * Undefined if a block is broken.
 */
export function readPem(text: string): PemBlock[] | undefined {
  const blocks = [...text.matchAll(BLOCK)].map(([, label = '', base64 = '']) => ({
    label,
    der: Buffer.from(base64, 'base64'),
  }))
  return blocks.length === (text.match(BEGIN)?.length ?? 0) ? blocks : undefined
}

/**
 * Reads certificates in PEM, in their order. Returns what is wrong with them as a text that completes "certificate", and
 * contains nothing of them.
 */
export function readCertificates(text: string): X509Certificate[] | string {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY/.test(text))
    return 'contains a private key, which belongs in private_key'
  const blocks = readPem(text)
  if (!blocks || blocks.length === 0 || blocks.some(({ label }) => label !== 'CERTIFICATE'))
    return 'must be certificates in PEM, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----'
  if (blocks.length > CERTIFICATES_MAX) return `has more than ${CERTIFICATES_MAX} certificates`
  const certificates: X509Certificate[] = []
  for (const [index, { der }] of blocks.entries()) {
    const certificate = parse(der)
    if (!certificate) return `has a certificate that cannot be read: number ${index + 1}`
    certificates.push(certificate)
  }
  return certificates
}

/** Writes certificates as PEM of one form, whatever the text was from which they were read. */
export function toPem(certificates: X509Certificate[]): string {
  return certificates.map((each) => each.toString()).join('')
}

function parse(der: Buffer): X509Certificate | undefined {
  try {
    const certificate = new X509Certificate(der)
    // These are parsed only now. A key of an unknown type throws.
    void certificate.publicKey
    return certificate.raw.equals(der) && isTime(certificate) ? certificate : undefined
  } catch {
    return undefined
  }
}

function isTime({ validFromDate, validToDate }: X509Certificate): boolean {
  return !Number.isNaN(validFromDate.getTime()) && !Number.isNaN(validToDate.getTime())
}
