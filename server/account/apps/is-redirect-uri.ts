const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?(?=[/?]|$)/
/** Without the slashes or the host, a browser would resolve the address against our own page. */
const SECURE = /^https:\/\/[^/\\?]/i
const URI_CHARACTERS_MAX = 500

/** Returns whether an address leads to a program on the user's own machine. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri)
}

/**
 * Returns whether an app may name a redirect address: over TLS, or to the user's own machine. Source: MCP 2026-07-28,
 * Authorization Security Considerations, "Communication Security".
 */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > URI_CHARACTERS_MAX || !/^[\x21-\x7e]+$/.test(uri))
    return false
  const url = URL.parse(uri)
  if (!url || uri.includes('#') || url.username || url.password) return false
  return SECURE.test(uri) || isLoopback(uri)
}

/**
 * Returns whether `given` is one of the registered addresses, character for character; on the user's own machine, the port may
 * differ, because a program gets it from the operating system. Source: RFC 8252 §7.3.
 */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (!isRedirectUri(given)) return false
  return registered.some((each) => each === given || withoutPort(each) === withoutPort(given))
}

/** Removes the port of an address of the user's own machine. */
function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, 'http://$1')
}
