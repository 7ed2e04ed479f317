import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Public-looking addresses that belong to the machine's own cloud. */
const CLOUD_INTERNAL: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  ipaddr.parseCIDR('168.63.129.16/32'), // Azure's platform address
  ipaddr.parseCIDR('fd00:ec2::/32'), // AWS metadata, DNS, time
  ipaddr.parseCIDR('fd20:ce::/32'), // Google Cloud metadata
]
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal'])

/**
 * Tells whether we may connect to an IP address that a customer chose.
 * Allowed by kind, not denied by list: plain unicast IPv4, and unicast IPv6 inside 2000::/3.
 * `allowLocal` adds loopback, RFC 1918 and unique local addresses; metadata services, link-local,
 * multicast, reserved ranges and every form that embeds an IPv4 address stay refused, as does any
 * text that is not a canonical address.
 */
export function isAllowedAddress(address: string, options: { allowLocal: boolean }): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (CLOUD_INTERNAL.some((cidr) => parsed.kind() === cidr[0].kind() && parsed.match(cidr))) {
    return false
  }
  const range = parsed.range()
  if (options.allowLocal && LOCAL_RANGES.has(range)) return true
  if (range !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6)
}
