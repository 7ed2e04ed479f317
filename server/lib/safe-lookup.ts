import { promises as dns } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { FetchFailure } from './fetch-failure.ts'
import { isAllowedAddress } from './private-targets.ts'

/** `dnsServers` (`ip` or `ip:port`) replace the ones of the system. */
export type LookupOptions = { allowLocal: boolean; dnsServers?: readonly string[] }

/**
 * Gives the addresses of a host, all of them allowed, IPv4 first; the only ones to connect to.
 * Throws `FetchFailure`: `blocked_target` when any address is not allowed, `dns_not_found` or
 * `dns_failed` (worth a retry). Asks the DNS servers itself: the system's lookup has four threads,
 * which one customer's slow names would keep from all others. Search domains and, unless local
 * targets are allowed, the hosts file are not consulted.
 */
export async function lookupAllowed(
  host: string,
  signal: AbortSignal,
  options: LookupOptions,
): Promise<string[]> {
  const local = isIP(host) ? [host] : options.allowLocal ? await localAddresses(host) : []
  const addresses = local.length > 0 ? local : await resolve(host, signal, options.dnsServers)
  if (!addresses.every((address) => isAllowedAddress(address, options))) {
    throw new FetchFailure('blocked_target')
  }
  return addresses
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
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const addresses = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []))
    if (addresses.length > 0) return addresses
    const codes = answers.map((a) => (a.status === 'rejected' ? a.reason.code : 'ENODATA'))
    const absent = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')
    throw new FetchFailure(absent ? 'dns_not_found' : 'dns_failed')
  } finally {
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
