import { BlockList, isIP } from 'node:net'

/** Returns whether a text is an IP address, or a subnet such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}

/** Returns whether an IP address is one of the addresses or in one of the subnets of a list. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    const type = isIP(base) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, type)
    else list.addSubnet(base, Number(bits), type)
  }
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
