import { generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate and its key, both PEM. */
type TestCertificate = { cert: string; key: string }

/**
 * Creates a self-signed certificate for a DNS name, valid between the two years.
 * It is written in DER so that tests need no tool and the repository contains no private key.
 * Source: RFC 5280, section 4.1; RFC 5758 (ecdsa-with-SHA256).
 */
export function createCertificate(options: {
  dnsName: string
  fromYear: number
  untilYear: number
}): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = sequence(
    der(0x06, Buffer.from('550403', 'hex')),
    der(0x0c, Buffer.from(options.dnsName)),
  )
  const name = sequence(der(0x31, commonName))
  const subjectAltName = sequence(
    der(0x06, Buffer.from('551d11', 'hex')),
    der(0x04, sequence(der(0x82, Buffer.from(options.dnsName)))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(newYear(options.fromYear), newYear(options.untilYear)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName)),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', body, privateKey)])
  const certificate = sequence(body, algorithm, der(0x03, signature))
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function newYear(year: number): Buffer {
  return der(0x18, Buffer.from(`${year}0101000000Z`))
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}
