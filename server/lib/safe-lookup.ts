import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { FetchFailure } from './fetch-failure.ts'
import { isAllowedAddress } from './private-targets.ts'
import type { TargetRules } from './private-targets.ts'

/** `dnsServers` (`ip` or `ip:port`) replace the ones of the system. */
export type LookupOptions = TargetRules & { dnsServers?: readonly string[] }

/** Of each family; a name with hundreds of addresses would make us knock at all of them. */
const ADDRESSES_MAX = 4

/** How long one family of addresses waits for the other. */
const OTHER_FAMILY_MS = 300

/**
 * Gives the addresses of a host, all of them allowed at `port`, IPv4 first; the only ones to connect to.
 * Throws `FetchFailure`: `blocked_target` when any address is not allowed, `dns_not_found` or
 * `dns_failed` (worth a retry). Asks the DNS servers itself: the system's lookup has four threads,
 * which one customer's slow names would keep from all others. Search domains and, unless local
 * targets are allowed, the hosts file are not consulted.
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
  // One resolver for one lookup: it follows changes of the system's servers and can be cancelled.
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
