import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/**
 * The addresses that customers may make us call. `allowLocal` allows loopback, private and unique local
 * addresses and names of the local network. `ownPorts` are the ports we listen on; they are never allowed on
 * this machine. `opened` is the one address that is always allowed, for connections to the demo's receiver
 * (`rulesFor`).
 */
export type TargetRules = {
  allowLocal: boolean
  ownPorts?: readonly number[]
  opened?: { address: string; port: number }
}

/** Addresses of cloud providers' internal services, which look like public or private addresses. */
const CLOUD_INTERNAL: [ipaddr.IPv4 | ipaddr.IPv6, number][] = [
  '168.63.129.16/32', // Azure: platform
  'fd00:ec2::/32', // AWS: metadata, credentials, DNS, time
  'fd20:ce::/32', // Google Cloud: metadata
  'fd00:c1::/48', // Oracle Cloud: metadata
  'fd00:42::/48', // Scaleway: metadata
  'fd00:100::/48', // Alibaba Cloud: metadata
  'fd00:a9fe:a9fe::/48', // Akamai: metadata
].map((cidr) => ipaddr.parseCIDR(cidr))
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')
const LOCAL_RANGES = new Set(['loopback', 'private', 'uniqueLocal'])

const METADATA_NAME =
  /(^|\.)(metadata|instance-data|rancher-metadata|metadata\.goog|metadata\.(google|azure)\.internal|instance-data\.ec2\.internal|metadata\.tencentyun\.com|metadata\.(packet\.net|platformequinix\.com)|api\.metadata\.cloud\.ibm\.com)$/
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|home\.arpa|corp|svc)$/

/** Ports of services that must never receive HTTP, in addition to all ports below 1024. */
const BLOCKED_PORTS = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432,
  5433, 5672, 5900, 5984, 6000, 6379, 6380, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042,
  9092, 9200, 9300, 10080, 10250, 10255, 11211, 26379, 27017, 27018,
])

/**
 * Returns whether we may connect to an IP address chosen by a customer, at `port`.
 * It allows certain kinds of addresses instead of denying a list: plain unicast IPv4, and unicast IPv6 inside
 * 2000::/3, but no address of this machine. Metadata services, link-local, multicast, reserved ranges and every
 * form that embeds an IPv4 address are rejected even if local targets are allowed, and so is any text that is
 * not a canonical address.
 */
export function isAllowedAddress(address: string, rules: TargetRules, port?: number): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  const { opened } = rules
  if (opened && address === opened.address && port === opened.port) return true
  const parsed = ipaddr.parse(address)
  if (CLOUD_INTERNAL.some((cidr) => parsed.kind() === cidr[0].kind() && parsed.match(cidr))) {
    return false
  }
  const range = parsed.range()
  const isLocal = LOCAL_RANGES.has(range)
  if (isLocal ? !rules.allowLocal : range !== 'unicast' || !isGlobal(parsed)) return false
  const isHereShut = !rules.allowLocal || (port !== undefined && rules.ownPorts?.includes(port))
  return !isHereShut || (range !== 'loopback' && !isOfThisMachine(parsed))
}

/** Returns whether a host name (lower case, without a final dot) may be resolved and called. */
export function isAllowedName(name: string, { allowLocal }: TargetRules): boolean {
  if (METADATA_NAME.test(name)) return false
  // A name without a dot can only refer to something inside our own network.
  return allowLocal || (name.includes('.') && !LOCAL_NAME.test(name))
}

/** Returns whether webhooks may be sent to a port of any host. */
export function isAllowedPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !BLOCKED_PORTS.has(port))
}

/**
 * Returns whether the address belongs to this machine. Reads the interfaces each time, because addresses change
 * and a connection costs far more.
 */
function isOfThisMachine(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toString()
  return Object.values(networkInterfaces()).some((own) =>
    own?.some((each) => ipaddr.parse(each.address).toString() === text),
  )
}

/**
 * Returns whether a unicast address is on the global internet. For IPv6 this is a single range without ISATAP
 * (RFC 5214).
 */
function isGlobal(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return true
  const { parts } = address
  const isIsatap = ((parts[4] ?? 0) & ~0x0200) === 0 && parts[5] === 0x5efe
  return address.match(GLOBAL_IPV6) && !isIsatap
}
