import { cutText } from '#lib/cut-text.ts'
import { BODY_CHARACTERS_MAX } from '#shared/request-log.ts'

/** Longer responses are not parsed, because that would slow down the process. */
const PARSED_CHARACTERS_MAX = 100_000
const REDACTED = '[redacted]'
const SECRET_NAMES =
  /secret|password|passwd|token|authorization|cookie|api_?key|private_?key|credential|^headers$/i
/** Our own secrets in any text: API keys and signing secrets. */
const SECRET_TEXTS = /\b(sk_(?:live|test)|whsec|mcp_(?:code|access|refresh))_[A-Za-z0-9]+/g

/** Returns a parsed body as JSON without values of fields that are secrets, cut; null without a body. */
export function redactBody(body: unknown): string | null {
  if (body === undefined || body === null) return null
  const text = JSON.stringify(body, (name, value: unknown) =>
    SECRET_NAMES.test(name) && value !== null ? REDACTED : value,
  )
  return cutText(text.replaceAll(SECRET_TEXTS, `$1_${REDACTED}`), BODY_CHARACTERS_MAX)
}

/** Works like `redactBody` for a body that is text. A text that is no JSON, or too long, is not recorded. */
export function redactText(text: string | null): string | null {
  if (text === null || text === '') return null
  if (text.length > PARSED_CHARACTERS_MAX) return `[${text.length} characters]`
  try {
    return redactBody(JSON.parse(text))
  } catch {
    return `[${text.length} characters]`
  }
}

/** Returns the decoded query of a URL without values of secrets, cut; null without a query. */
export function redactQuery(url: string): string | null {
  const at = url.indexOf('?')
  if (at < 0 || at === url.length - 1) return null
  // Decoded, so that the erasure of a contact finds its addresses.
  const text = [...new URLSearchParams(url.slice(at + 1))]
    .map(([name, value]) => `${name}=${SECRET_NAMES.test(name) ? REDACTED : value}`)
    .join('&')
  return cutText(text.replaceAll(SECRET_TEXTS, `$1_${REDACTED}`), BODY_CHARACTERS_MAX)
}
