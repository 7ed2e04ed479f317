import { textBefore } from './text-before.ts'

const PATH_CHARACTERS_MAX = 300
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** An email address, or enough digits for a phone number. */
const PERSONAL = /@|(\d\D?){6}/

/**
 * Returns the path of a URL without its query, for a log. A segment that is no id but looks like an address or a phone number
 * becomes `…`, because the log is kept when a contact is erased.
 */
export function maskPath(url: string): string {
  const path = textBefore(url, '?')
  const segments = path.split('/').map((segment) => {
    if (UUID.test(segment) || segment === '') return segment
    return PERSONAL.test(decode(segment)) ? '…' : segment
  })
  return segments.join('/').slice(0, PATH_CHARACTERS_MAX).replaceAll('\0', '')
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
