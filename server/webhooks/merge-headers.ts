import { invalidField } from '#lib/errors.ts'
import { CUSTOM_HEADERS } from '#shared/webhooks.ts'

/** Custom headers to change: a text sets a header, null removes it. */
type HeaderChanges = Record<string, string | null>

/** A header's name. Source: `token` of RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** A header's value: visible ASCII, with spaces and tabs inside. Source: `field-value` of RFC 9110, section 5.5. */
const VALUE = /^[\x21-\x7e]([\t\x20-\x7e]*[\x21-\x7e])?$/

/** Headers of the connection and of the exchange (RFC 9110, section 7.6.1), and those that Parley sets and signs. */
const RESERVED =
  /^(host|connection|keep-alive|proxy-.*|te|trailers?|transfer-encoding|upgrade|http2-settings|expect|date|user-agent|content-.*|x-service-.*|webhook-.*|svix-.*|stripe-signature|x-request-id|traceparent|tracestate)$/i

/**
 * Returns the custom headers of an endpoint after `changes`. Names are compared without case. Headers that are not named
 * stay as they are; null removes all.
 *
 * @throws {AppError} validation_failed, which never contains a value
 */
export function mergeHeaders(
  stored: Record<string, string>,
  changes: HeaderChanges | null,
): Record<string, string> {
  if (!changes) return {}
  const merged = new Map(Object.entries(stored).map((entry) => [entry[0].toLowerCase(), entry]))
  const changed = new Set<string>()
  for (const [name, value] of Object.entries(changes)) {
    const key = name.toLowerCase()
    if (changed.has(key)) throw refused(`name ${name.slice(0, 64)} more than once`)
    changed.add(key)
    if (value === null) {
      merged.delete(key)
      continue
    }
    checkHeader(name, value)
    merged.set(key, [name, value])
  }
  if (merged.size > CUSTOM_HEADERS.max) throw refused(`are more than ${CUSTOM_HEADERS.max}`)
  const headers = [...merged.values()]
  const total = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (total > CUSTOM_HEADERS.charactersMax)
    throw refused(`have more than ${CUSTOM_HEADERS.charactersMax} characters in total`)
  return Object.fromEntries(headers)
}

function checkHeader(name: string, value: string): void {
  if (name.length > CUSTOM_HEADERS.nameCharactersMax)
    throw refused(`have a name with more than ${CUSTOM_HEADERS.nameCharactersMax} characters`)
  if (!NAME.test(name)) throw refused('have a name with characters that a header cannot have')
  if (RESERVED.test(name)) throw refused(`must not set ${name}, which Parley sets itself`)
  if (value === '') throw refused(`have no value for ${name}`)
  if (value.length > CUSTOM_HEADERS.valueCharactersMax)
    throw refused(
      `have a value of ${name} with more than ${CUSTOM_HEADERS.valueCharactersMax} characters`,
    )
  if (!VALUE.test(value))
    throw refused(
      `have a value of ${name} with a line break, a space at an end or characters outside ASCII`,
    )
}

function refused(message: string) {
  return invalidField('headers', message)
}
