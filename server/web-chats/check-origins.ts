import { fieldError } from '#lib/errors.ts'

/**
 * Returns the origins as browsers send them, each once: in lower case, without a default port and without a trailing slash.
 *
 * @throws {AppError} validation_failed
 */
export function checkOrigins(given: string[]): string[] {
  return [...new Set(given.map((text, place) => toOrigin(text, place)))]
}

function toOrigin(text: string, place: number): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBare =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    `${url.pathname}${url.search}${url.hash}${url.username}${url.password}` === '/'
  if (!isBare || url.hostname.includes('*'))
    throw fieldError(
      'validation_failed',
      `allowed_origins.${place}`,
      'must be an origin such as https://www.example.com, without a path',
    )
  return url.origin
}
