import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Returns whether a host name or an IP address is this machine's own, which other hosts cannot reach. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
