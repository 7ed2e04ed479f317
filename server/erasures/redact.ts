import { ERASED } from '#inbound/ingest/prune-payload.ts'
import type { Subject } from './subject.ts'

/** Characters that continue a word or a number in any script. */
const WORD = String.raw`[\p{L}\p{M}\p{N}]`
/** Characters that continue the part of an email address before the @, and those that continue its domain. */
const MAILBOX = String.raw`[\p{L}\p{M}\p{N}._%+-]`
const DOMAIN = String.raw`(?:[\p{L}\p{M}\p{N}_-]|\.[\p{L}\p{N}])`

/**
 * Replaces a contact's addresses in the texts of a JSON value. `names` are replaced, too, except in the names of fields:
 * pass them for rows that are about the contact, because another contact may have the same name.
 */
export function redact(value: unknown, { values }: Subject, names: string[]): unknown {
  const inNames = toPattern(values)
  const inTexts = toPattern([...values, ...names])
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') return inTexts ? each.replace(inTexts, ERASED) : each
    if (Array.isArray(each)) return each.map(visit)
    if (typeof each === 'object' && each !== null)
      return Object.fromEntries(
        Object.entries(each).map(([name, inner]) => [
          inNames ? name.replace(inNames, ERASED) : name,
          visit(inner),
        ]),
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
  return isAbout(text.toLowerCase(), subject) || containsWhole(text, subject.values)
}

/** Returns whether a text contains one of `texts` as a whole, and not as a part of a longer address, number or word. */
export function containsWhole(text: string, texts: string[]): boolean {
  const pattern = toPattern(texts)
  if (!pattern) return false
  // The escape of a line break in JSON is no letter before an address.
  return pattern.test(text.replaceAll(/\\[bfnrt]/g, ' '))
}

/**
 * Returns a pattern of whole texts: the address of another contact can contain this one's, such as
 * `maria@example.com` and `ria@example.com`.
 */
function toPattern(texts: string[]): RegExp | undefined {
  if (texts.length === 0) return undefined
  // Longer texts first, because a phone number contains the same number without its plus sign.
  const wholes = texts
    .toSorted((a, b) => b.length - a.length)
    .map((text) =>
      text.includes('@')
        ? `(?<!${MAILBOX})${RegExp.escape(text)}(?!${DOMAIN})`
        : `(?<!${WORD})${RegExp.escape(text)}(?!${WORD})`,
    )
  return new RegExp(wholes.join('|'), 'giu')
}
