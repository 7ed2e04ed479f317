import { firstOf } from '../first-of.ts'

/**
 * The database servers of a connection string: a URL for each, in order. `readWrite`: only a server that accepts writes
 * may be used, as with `target_session_attrs=read-write`.
 */
export type DatabaseServers = { urls: string[]; readWrite: boolean }

/** The port of PostgreSQL where a connection string names none. */
export const DEFAULT_PORT = '5432'
const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is

/**
 * Splits a connection string with one or more hosts, or returns undefined if it is invalid. Several hosts always mean
 * the one that accepts writes. Source: PostgreSQL documentation, "Connection URIs" and "Specifying Multiple Hosts".
 */
export function findServers(text: string): DatabaseServers | undefined {
  const [, scheme, user, hosts, rest] = parts.exec(text) ?? []
  if (scheme === undefined || hosts === undefined) return undefined
  const urls = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
  if (hosts.includes(',') && hosts.split(',').some((host) => host === '')) return undefined
  if (!urls.every((url) => URL.canParse(url))) return undefined
  const wanted = new URL(firstOf(urls)).searchParams.get('target_session_attrs')
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted)) return undefined
  if (wanted === 'any' && urls.length > 1) return undefined
  return { urls, readWrite: urls.length > 1 || (wanted !== null && wanted !== 'any') }
}

/** Splits a valid connection string. */
export function toServers(url: string): DatabaseServers {
  return findServers(url) ?? { urls: [url], readWrite: false }
}

/** Returns the host and port of each server of a connection string, without user and password, for messages. */
export function describeServers(url: string): string {
  const places = toServers(url).urls.map((each) => {
    const { host } = new URL(each)
    return /:\d+$/.test(host) ? host : `${host || 'localhost'}:${DEFAULT_PORT}`
  })
  return places.join(', ')
}
