import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { FetchFailure } from './fetch-failure.ts'
import { pausedMs } from '../pacing/watch-pauses.ts'
import { isAllowedAddress } from './is-allowed-address.ts'
import type { TargetRules } from './is-allowed-address.ts'

/** `dnsServers` (`ip` or `ip:port`) replace the system's servers. */
export type LookupOptions = TargetRules & { dnsServers?: readonly string[] }

/** Per address family. Limits the connection attempts for a name with hundreds of addresses. */
const ADDRESSES_MAX = 4

/** The time that one address family waits for the other. */
const OTHER_FAMILY_MS = 300

/** A pause of this process that may make a lookup fail. */
const PAUSED_MS = 500

/**
 * Returns the addresses of a host, all allowed at `port`, IPv4 first. Only connect to these.
 * Throws `FetchFailure`: `blocked_target` if any address is not allowed, `dns_not_found`, or `dns_failed` (can
 * be retried). Queries the DNS servers directly, because the system's lookup has only four threads, which one
 * customer's slow names could block for all others. Search domains are not used, and the hosts file only if
 * local targets are allowed.
 */
export async function lookupAllowed(
  { host, port }: { host: string; port: number },
  signal: AbortSignal,
  options: LookupOptions,
): Promise<string[]> {
  const local = isIP(host) ? [host] : options.allowLocal ? await localAddresses(host) : []
  const addresses = local.length > 0 ? local : await resolve(host, signal, options.dnsServers)
  if (!addresses.every((address) => isAllowedAddress(address, options, port))) {
    throw new FetchFailure('blocked_target')
  }
  return [4, 6].flatMap((family) =>
    addresses.filter((address) => isIP(address) === family).slice(0, ADDRESSES_MAX),
  )
}

async function resolve(
  host: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<string[]> {
  for (;;) {
    const pausedBefore = pausedMs()
    try {
      return await resolveOnce(host, signal, servers)
    } catch (err) {
      // The resolver gives up by its own timers before it reads what arrived during a pause of this process.
      const isOurs = pausedMs() - pausedBefore > PAUSED_MS && !signal.aborted
      if (!isOurs || !(err instanceof FetchFailure) || err.word !== 'dns_failed') throw err
    }
  }
}

async function resolveOnce(
  host: string,
  signal: AbortSignal,
  servers: readonly string[] | undefined,
): Promise<string[]> {
  // A new resolver for each lookup follows changes of the system's servers and can be canceled.
  const resolver = new dns.Resolver({ timeout: 1500, tries: 2 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const addresses: string[] = []
  const codes: string[] = []
  const note = (lookup: Promise<string[]>) =>
    lookup.then(
      (found) => void addresses.push(...found),
      (error) => void codes.push(error.code),
    )
  try {
    const asked = [note(resolver.resolve4(host)), note(resolver.resolve6(host))]
    if (signal.aborted) cancel()
    await Promise.race(asked)
    if (addresses.length === 0) await Promise.all(asked)
    else await Promise.race([Promise.all(asked), delay(OTHER_FAMILY_MS, undefined, { ref: false })])
    if (addresses.length > 0) return addresses
    const absent = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')
    throw new FetchFailure(absent ? 'dns_not_found' : 'dns_failed')
  } finally {
    cancel()
    signal.removeEventListener('abort', cancel)
  }
}

async function localAddresses(host: string): Promise<string[]> {
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const hosts = await readFile('/etc/hosts', 'utf8').catch(() => '')
  return hosts
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
    .filter(([address = '', ...names]) => isIP(address) && names.includes(host))
    .flatMap(([address = '']) => address)
}
