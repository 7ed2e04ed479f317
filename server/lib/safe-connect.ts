import { connect as connectTcp, isIP } from 'node:net'
import type { LookupFunction, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { FetchFailure, toConnectFailure, toTlsFailure } from './fetch-failure.ts'
import { isAllowedAddress } from './private-targets.ts'
import { lookupAllowed } from './safe-lookup.ts'
import type { LookupOptions } from './safe-lookup.ts'

/** Milliseconds that each step of a connection took; `null` where it did not take place. */
export type ConnectTimings = { dns: number | null; connect: number | null; tls: number | null }

/** `ca` (PEM) replaces the trusted authorities. */
export type ConnectOptions = LookupOptions & { ca?: string }

/** Where to connect to; `timings` is filled in on the way, also when the connection fails. */
export type ConnectTarget = {
  host: string
  port: number
  secure: boolean
  signal: AbortSignal
  timings: ConnectTimings
}

/**
 * Gives a connected socket to a host that a customer chose, over TLS when `secure`.
 * The socket goes only to the addresses that were just vetted, and its peer is checked once more.
 * Certificates are always verified, whatever the environment says. Throws `FetchFailure`.
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
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      })
    : connectTcp(target)

  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const giveUp = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  // First in line, so that not even a TLS greeting reaches a peer that is not allowed.
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
  // Kept on: the socket may fail before its next owner listens.
  socket.on('error', (error) => {
    if (signal.aborted || error instanceof FetchFailure) reject(error)
    else reject(timings.connect === null ? toConnectFailure(error) : toTlsFailure(error))
  })
  socket.once('close', () => reject(new FetchFailure('connection_closed')))
  return promise.finally(() => signal.removeEventListener('abort', giveUp))
}

/** Gives a function that tells the milliseconds since it was last asked. */
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
