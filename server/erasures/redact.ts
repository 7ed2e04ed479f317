import { ERASED } from '#inbound/ingest/prune-payload.ts'
import type { Subject } from './subject.ts'

/**
 * Replaces a contact's addresses in the texts of a JSON value. With `withNames`, also its names: for rows that are
 * about the contact, because another contact may have the same name.
 */
export function redact(value: unknown, subject: Subject, withNames: boolean): unknown {
  // Longer texts first, because a phone number contains the same number without its plus sign.
  const texts = [...subject.values, ...(withNames ? subject.names : [])].toSorted(
    (a, b) => b.length - a.length,
  )
  if (texts.length === 0) return value
  const pattern = new RegExp(texts.map((text) => RegExp.escape(text)).join('|'), 'giu')
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') return each.replace(pattern, ERASED)
    if (Array.isArray(each)) return each.map(visit)
    if (typeof each === 'object' && each !== null)
      return Object.fromEntries(
        Object.entries(each).map(([name, inner]) => [visit(name), visit(inner)]),
      )
    return each
  }
  return visit(value)
}

/** Returns whether a text contains the id of the contact, or of one of its conversations. */
export function isAbout(text: string, subject: Subject): boolean {
  return [...subject.contactIds, ...subject.chatIds].some((id) => text.includes(id))
}

/** Returns whether a text contains an address of the contact, or is about it. */
export function mentions(text: string, subject: Subject): boolean {
  const lower = text.toLowerCase()
  return isAbout(lower, subject) || subject.values.some((value) => lower.includes(value))
}
