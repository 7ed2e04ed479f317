import type { IncomingHttpHeaders } from 'node:http'
import { wideNetworkOf } from '#lib/network-of.ts'

/** The address and the browser of a caller. */
export type Browser = { address: string; userAgent: string | null }

const USER_AGENT_CHARACTERS_MAX = 500

/** Returns the address and the browser of a request. */
export function browserOf({
  ip: address,
  headers,
}: {
  ip: string
  headers: IncomingHttpHeaders
}): Browser {
  return {
    address,
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  }
}

/** Returns a caller as the audit log shows it: address, /24 or /48 network, and browser. */
export function callerData({ address, userAgent }: Browser): Record<string, unknown> {
  const suffix = address.includes('.') ? '.0/24' : '::/48'
  return { address, network: `${wideNetworkOf(address)}${suffix}`, user_agent: userAgent }
}
