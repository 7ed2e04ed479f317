import { isIP } from 'node:net'
import { isAllowedAddress } from './private-targets.ts'

/** Why a URL is refused, as a stable word. */
export type UrlProblem =
  | 'invalid_url'
  | 'url_too_long'
  | 'unsupported_scheme'
  | 'credentials_in_url'
  | 'blocked_port'
  | 'private_target'
  | 'own_address'

/** `ownHosts` are our own public hosts, `name` for every port of it or `name:port` for one. */
export type UrlRules = { allowLocal: boolean; ownHosts?: readonly string[] }

/** The parsed URL, whose parts alone may be used to connect, or the rule it breaks. */
export type UrlCheck =
  | { url: URL; problem?: never; message?: never }
  | { url?: never; problem: UrlProblem; message: string }

const URL_CHARACTERS_MAX = 2048
const INTERNAL_SUFFIX = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|corp)$/
const LOOPBACK_NAME = /^(localhost\.localdomain|ip6-localhost|ip6-loopback)$/
const METADATA_NAME = /^(metadata|instance-data|metadata\.google\.internal|metadata\.goog)$/

/** Ports of services that must never be spoken to in HTTP, beside everything under 1024. */
const BLOCKED_PORTS = new Set([
  ...[1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061],
  ...[5432, 5433, 5672, 5900, 5984, 6000, 6379, 6380, 6566, 6665, 6666, 6667, 6668, 6669, 6679],
  ...[6697, 9042, 9092, 9200, 9300, 10080, 10250, 10255, 11211, 26379, 27017, 27018],
])

/**
 * Checks a URL that a customer wants us to call: syntax, scheme, port, and what its host says by itself.
 * Names are not resolved here: the addresses behind them are checked at each connection.
 * Relax with `allowLocal` for loopback, private addresses and local names; nothing else changes.
 */
export function checkWebhookUrl(text: string, { allowLocal, ownHosts = [] }: UrlRules): UrlCheck {
  if (text.length > URL_CHARACTERS_MAX) {
    return refuse('url_too_long', `The URL has more than ${URL_CHARACTERS_MAX} characters.`)
  }
  // The URL parser quietly removes or mends these; a URL that needs mending is refused instead.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return refuse('invalid_url', 'The URL contains white space, control characters or backslashes.')
  }
  const url = URL.parse(text)
  if (!url) return refuse('invalid_url', 'This is not a valid absolute URL.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('unsupported_scheme', 'The URL must begin with https:// or http://.')
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) return refuse('invalid_url', 'The URL has no host.')
  if (authority.includes('@')) {
    return refuse('credentials_in_url', 'The URL must not contain a user name or a password.')
  }
  if (url.href.length > URL_CHARACTERS_MAX) {
    return refuse(
      'url_too_long',
      `Encoded, the URL has more than ${URL_CHARACTERS_MAX} characters.`,
    )
  }
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (isBlockedPort(port)) return refuse('blocked_port', `Port ${port} is not open to webhooks.`)

  const host = hostOf(url)
  if (isOwn(host, port, ownHosts)) {
    return refuse('own_address', 'The URL points back to this service.')
  }
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, { allowLocal })
      ? { url }
      : refuse('private_target', 'The URL points to a private or reserved address.')
  }
  if (!isHostName(host)) return refuse('invalid_url', 'The host of the URL is not a valid name.')
  if (METADATA_NAME.test(host) || (!allowLocal && isLocalName(host))) {
    return refuse('private_target', 'The URL points to a name of a private network.')
  }
  return { url }
}

/** Gives the host to resolve or connect to: no brackets, no final dot, lower case. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function refuse(problem: UrlProblem, message: string): UrlCheck {
  return { problem, message }
}

function isBlockedPort(port: number): boolean {
  return (port < 1024 && port !== 80 && port !== 443) || BLOCKED_PORTS.has(port)
}

function isOwn(host: string, port: number, ownHosts: readonly string[]): boolean {
  const name = isIP(host) === 6 ? `[${host}]` : host
  return ownHosts.some((own) => {
    const wanted = own.toLowerCase()
    return wanted === name || wanted === `${name}:${port}`
  })
}

function isHostName(host: string): boolean {
  return host.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(host)
}

/** A name without a dot can only mean something inside our own network. */
function isLocalName(host: string): boolean {
  return !host.includes('.') || INTERNAL_SUFFIX.test(host) || LOOPBACK_NAME.test(host)
}
