import { connect as connectTcp, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { FetchFailure, toConnectFailure, toTlsFailure } from './fetch-failure.ts'
import { isAllowedAddress } from './is-allowed-address.ts'
import { lookupAllowed } from './lookup-allowed.ts'
import type { LookupOptions } from './lookup-allowed.ts'

/** The milliseconds of each step of a connection, null for a step that did not take place. */
export type ConnectTimings = { dns: number | null; connect: number | null; tls: number | null }

/** `ca` (PEM) replaces the trusted authorities. `cert` and `key` (PEM) are shown to a server that asks for them. */
export type ConnectOptions = LookupOptions & { ca?: string; cert?: string; key?: string }

/** The target of a connection. `timings` is filled in step by step, even if the connection fails. */
type ConnectTarget = {
  host: string
  port: number
  secure: boolean
  signal: AbortSignal
  timings: ConnectTimings
}

/**
 * Connects to a host chosen by a customer, with TLS if `secure`.
 * Only connects to addresses that were just checked, and checks the peer's address again. Always verifies
 * certificates, regardless of the environment. Throws `FetchFailure`.
 */
export async function connectSafely(
  { host, port, secure, signal, timings }: ConnectTarget,
  options: ConnectOptions,
): Promise<Socket> {
  const time = stopwatch()
  const addresses = await lookupAllowed({ host, port }, signal, options)
  timings.dns = time()
  signal.throwIfAborted()

  const target = {
    host,
    port,
    lookup: lookupOf(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2000,
    noDelay: true,
    keepAlive: true,
  }
  const socket = secure
    ? connectTls({
        ...target,
        ...(isIP(host) ? {} : { servername: host }),
        ...(options.ca !== undefined && { ca: options.ca }),
        ...(options.cert !== undefined && { cert: options.cert }),
        ...(options.key !== undefined && { key: options.key }),
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      })
    : connectTcp(target)

  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const giveUp = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  // Check first, so that not even a TLS greeting reaches a forbidden peer.
  socket.prependOnceListener('connect', () => {
    timings.connect = time()
    if (!isAllowedAddress(socket.remoteAddress ?? '', options, port)) {
      socket.destroy(new FetchFailure('blocked_target'))
    } else if (!secure) resolve(socket)
  })
  socket.once('secureConnect', () => {
    timings.tls = time()
    resolve(socket)
  })
  // Keep this listener: the socket may fail before its next owner listens.
  socket.on('error', (error) => {
    if (signal.aborted || error instanceof FetchFailure) reject(error)
    else reject(timings.connect === null ? toConnectFailure(error) : toTlsFailure(error))
  })
  socket.once('close', () => reject(new FetchFailure('connection_closed')))
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

/** Creates a function that returns the milliseconds since its last call. */
function stopwatch(): () => number {
  let last = performance.now()
  return () => {
    const now = performance.now()
    const passed = now - last
    last = now
    return Math.round(passed * 10) / 10
  }
}

function lookupOf(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    if (options.all) callback(null, all)
    else callback(null, all[0]?.address ?? '', all[0]?.family)
  }
}
