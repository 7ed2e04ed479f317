import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A certificate, its name and its key; certificate and key are PEM. */
export type TestCertificate = { name: string; cert: string; key: string }

const USAGES = { server: '2b06010505070301', client: '2b06010505070302' } as const

/**
 * Creates a certificate for a DNS name, valid between the two years. It is signed by `issuer`, by default by itself, and
 * has no extended key usage unless `usage` names one. `key` is a private key in PEM, by default a new P-256 key.
 * It is written in DER so that tests need no tool and the repository contains no private key.
 * Source: RFC 5280, section 4.1; RFC 5758 (ecdsa-with-SHA256).
 */
export function createCertificate(options: {
  dnsName: string
  fromYear: number
  untilYear: number
  issuer?: TestCertificate
  usage?: keyof typeof USAGES
  key?: string
}): TestCertificate {
  const { dnsName, issuer, usage } = options
  const { privateKey, publicKey } = readPair(options.key)
  const algorithm = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const subjectAltName = sequence(
    der(0x06, Buffer.from('551d11', 'hex')),
    der(0x04, sequence(der(0x82, Buffer.from(dnsName)))),
  )
  const usages = usage && [
    sequence(
      der(0x06, Buffer.from('551d25', 'hex')),
      der(0x04, sequence(der(0x06, Buffer.from(USAGES[usage], 'hex')))),
    ),
  ]
  // An authority says so, or nothing that it signs is trusted.
  const isAuthority = sequence(
    der(0x06, Buffer.from('551d13', 'hex')),
    der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    toName(issuer?.name ?? dnsName),
    sequence(newYear(options.fromYear), newYear(options.untilYear)),
    toName(dnsName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(subjectAltName, ...(usages ?? []), ...(issuer ? [] : [isAuthority]))),
  )
  const signer = issuer ? createPrivateKey(issuer.key) : privateKey
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', body, signer)])
  const certificate = sequence(body, algorithm, der(0x03, signature))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    name: dnsName,
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function readPair(key: string | undefined): { privateKey: KeyObject; publicKey: KeyObject } {
  if (key === undefined) return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey: createPrivateKey(key), publicKey: createPublicKey(key) }
}

function toName(text: string): Buffer {
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(text)))
  return sequence(der(0x31, commonName))
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
