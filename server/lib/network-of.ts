/** Returns the address, or the /64 network of an IPv6 address, because a caller controls all of it. */
export function networkOf(address: string): string {
  const known = plain(address)
  return isIpv6(known) ? groupsOf(known).slice(0, 4).join(':') : known
}

/** Returns the /24 network of an IPv4 address or the /48 network of an IPv6 address, which one customer can control. */
export function wideNetworkOf(address: string): string {
  const known = plain(address)
  return isIpv6(known)
    ? groupsOf(known).slice(0, 3).join(':')
    : known.slice(0, known.lastIndexOf('.'))
}

/** Returns an IPv4 address that a socket for both protocols shows as IPv6 in its own form, so that it has one limit. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
}

function isIpv6(address: string): boolean {
  return address.includes(':') && !address.includes('.')
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail === undefined) return groups
  const missing = 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')]
}
