import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { after } from 'node:test'
import { createCertificate } from '#lib/testing/create-certificate.ts'
import type { TestCertificate } from '#lib/testing/create-certificate.ts'
import { waitFor } from './wait-for.ts'

/** A request that a receiver with TLS caught; `fingerprint` is that of the client certificate, `socket` counts from 1. */
type CaughtTlsRequest = { path: string; fingerprint: string | undefined; socket: number }

/** A receiver with TLS on loopback. `ca` is the authority of its certificate. */
type TlsReceiver = {
  url: string
  ca: string
  requests: CaughtTlsRequest[]
  waitFor: (count: number) => Promise<CaughtTlsRequest[]>
}

let started = 0

const YEARS = { fromYear: 2020, untilYear: 2090 }

/** Creates a client certificate that is signed by `issuer`, by default by itself. */
export function createClientCertificate(
  name: string,
  options: Partial<Parameters<typeof createCertificate>[0]> = {},
): TestCertificate {
  return createCertificate({ ...YEARS, dnsName: name, usage: 'client', ...options })
}

/** Creates an authority of client certificates. */
export function createAuthority(name: string): TestCertificate {
  return createCertificate({ ...YEARS, dnsName: name })
}

/**
 * Starts a receiver with TLS that asks for a client certificate of `clientCa`, or with `isOptional` for any or none. It
 * answers 200, and is closed after the file's tests.
 */
export async function startTlsReceiver(options: {
  clientCa?: string
  isOptional?: boolean
  maxVersion?: 'TLSv1.2' | 'TLSv1.3'
}): Promise<TlsReceiver> {
  const { clientCa, isOptional = false, maxVersion = 'TLSv1.3' } = options
  // OpenSSL looks for an authority by its name, so each has its own.
  const authority = createAuthority(`${++started}.receivers.example`)
  const { cert, key } = createCertificate({
    ...YEARS,
    dnsName: 'localhost',
    usage: 'server',
    issuer: authority,
  })
  const requests: CaughtTlsRequest[] = []
  const sockets = new WeakMap<object, number>()
  let count = 0
  const server = createServer(
    {
      cert,
      key,
      maxVersion,
      requestCert: true,
      rejectUnauthorized: !isOptional,
      ...(clientCa !== undefined && { ca: clientCa }),
    },
    (request, response) => {
      const socket = request.socket as TLSSocket
      const fingerprint: string | undefined = socket.getPeerCertificate().fingerprint256
      requests.push({ path: request.url ?? '', fingerprint, socket: sockets.get(socket) ?? 0 })
      request.resume().on('end', () => response.end('ok'))
    },
  )
  server.on('secureConnection', (socket) => sockets.set(socket, ++count))
  await new Promise<void>((resolve) => server.listen(0, resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: authority.cert,
    requests,
    waitFor: (wanted) =>
      waitFor(() => (requests.length >= wanted ? requests : undefined), {
        what: `${wanted} requests at the receiver`,
      }),
  }
}
