import { lookup } from 'node:dns'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8)
PRIVATE.addSubnet('10.0.0.0', 8)
PRIVATE.addSubnet('172.16.0.0', 12)
PRIVATE.addSubnet('192.168.0.0', 16)
PRIVATE.addSubnet('100.64.0.0', 10)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')

/** Returns whether an IP address is of this machine or of a private network; link-local is neither. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Looks a name up and refuses, with `ENOTPRIVATE`, every address outside private networks. */
export const lookupPrivate: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const safe = addresses.filter(({ address }) => isPrivateAddress(address))
    const [first] = safe
    if (!first) {
      const refused = new Error(`${hostname} is on no private network`)
      return callback(Object.assign(refused, { code: 'ENOTPRIVATE' }), '', 0)
    }
    if (options.all) callback(null, safe)
    else callback(null, first.address, first.family)
  })
}
