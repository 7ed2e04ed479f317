import { isIP } from 'node:net'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { isAllowedAddress, isAllowedName, isAllowedPort } from './is-allowed-address.ts'
import type { TargetRules } from './is-allowed-address.ts'

/** Why a URL is rejected, as a stable code. */
export type UrlProblem =
  | 'invalid_url'
  | 'url_too_long'
  | 'unsupported_scheme'
  | 'credentials_in_url'
  | 'blocked_port'
  | 'private_target'
  | 'own_address'

/**
 * `ownHosts` are our own public hosts: `name` for every port, or `name:port` for one. `demoReceiver` is the one
 * URL that is always allowed, in exactly this spelling; its host is an IP address.
 */
export type UrlRules = Omit<TargetRules, 'opened'> & {
  ownHosts?: readonly string[]
  demoReceiver?: string
}

/**
 * The parsed URL, or the rule that it breaks. Connect only to the parts of `url`, because another parser may read the
 * text differently.
 */
type UrlCheck =
  | { url: URL; problem?: never; message?: never }
  | { url?: never; problem: UrlProblem; message: string }

/**
 * Checks a URL that a customer wants us to call: syntax, scheme, port and host.
 * Names are not resolved here. Their addresses are checked at each connection.
 */
export function checkWebhookUrl(text: string, rules: UrlRules): UrlCheck {
  if (text === rules.demoReceiver) return { url: new URL(text) }
  if (text.length > URL_CHARACTERS_MAX) {
    return refuse('url_too_long', `The URL is longer than ${URL_CHARACTERS_MAX} characters.`)
  }
  // The URL parser silently removes or corrects these. We reject a URL that needs correction.
  if (/[\s\p{Cc}\\]/u.test(text)) {
    return refuse('invalid_url', 'The URL contains white space, control characters or backslashes.')
  }
  const url = URL.parse(text)
  if (!url) return refuse('invalid_url', 'This is not a valid absolute URL.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refuse('unsupported_scheme', 'The URL must start with https:// or http://.')
  }
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined) return refuse('invalid_url', 'The URL has no host.')
  if (authority.includes('@')) {
    return refuse('credentials_in_url', 'The URL must not contain a user name or a password.')
  }
  if (url.href.length > URL_CHARACTERS_MAX) {
    return refuse(
      'url_too_long',
      `The encoded URL is longer than ${URL_CHARACTERS_MAX} characters.`,
    )
  }
  const port = portOf(url)
  if (!isAllowedPort(port))
    return refuse('blocked_port', `Webhooks cannot be sent to port ${port}.`)

  const host = hostOf(url)
  if (isOwn(host, port, rules.ownHosts ?? [])) {
    return refuse('own_address', 'The URL points back to this service.')
  }
  if (isIP(host) !== 0) {
    return isAllowedAddress(host, rules, port)
      ? { url }
      : refuse(
          'private_target',
          'The URL points to a private or reserved address, or to this service.',
        )
  }
  if (!isHostName(host)) return refuse('invalid_url', 'The host of the URL is not a valid name.')
  if (!isAllowedName(host, rules)) {
    return refuse('private_target', 'The URL points to a host name of a private network.')
  }
  return { url }
}

/**
 * Returns the rules for connections to a URL. They allow the address of the demo's receiver only for its exact
 * URL.
 */
export function rulesFor(text: string, rules: UrlRules): TargetRules {
  if (text !== rules.demoReceiver) return rules
  const url = new URL(text)
  return { ...rules, opened: { address: hostOf(url), port: portOf(url) } }
}

/** Returns the host to resolve or connect to: lower case, without brackets and final dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Returns the port to connect to, or the scheme's default. */
export function portOf(url: URL): number {
  return Number(url.port || (url.protocol === 'https:' ? 443 : 80))
}

function refuse(problem: UrlProblem, message: string): UrlCheck {
  return { problem, message }
}

function isOwn(host: string, port: number, ownHosts: readonly string[]): boolean {
  const name = isIP(host) === 6 ? `[${host}]` : host
  return ownHosts.some((own) => {
    const wanted = own.toLowerCase().replace(/\.(?=:|$)/, '')
    return wanted === name || wanted === `${name}:${port}`
  })
}

function isHostName(host: string): boolean {
  return host.length <= 253 && /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(host)
}
