import { findParty, splitWords } from '#contacts/read-field-name.ts'
import { isName, looksLikeEmail, looksLikePhone, ROOT } from './find-visitor.ts'
import { readLabel, readMeaning } from './read-meaning.ts'
import type { SubmissionField } from './submission.ts'

/** The most words of a label such as "The name of the owner". */
const WORDS_MAX = 6
const DETAILS = ['email', 'phone', 'name', 'first_name', 'middle_name', 'last_name', 'message']

/** The fields of an owner, a parent or a sender in one object, by what their labels say beside it. */
type Party = Map<SubmissionField, string>

/**
 * Makes the fields of an owner, a parent or a sender those of the visitor, as `owner_name` beside `owner_phone`, if nobody else
 * in the submission has an email address or a phone number.
 */
export function adoptParty(fields: SubmissionField[]): SubmissionField[] {
  const parties = new Map<string, Party>()
  for (const field of fields) {
    const found = readParty(field)
    if (!found) continue
    const name = [...(field.group ?? ROOT).path, found.party].join('\0')
    const party: Party = parties.get(name) ?? new Map()
    parties.set(name, party.set(field, found.rest))
  }
  const [addressed, ...others] = [...parties].filter(([, party]) =>
    [...party.values()].some((rest) => ['email', 'phone'].includes(readLabel(rest)?.kind ?? '')),
  )
  if (!addressed || others.length > 0) return fields
  const [name, party] = addressed
  if (fields.some((field) => !party.has(field) && isAddress(field))) return fields
  return fields.map((field) => {
    const rest = party.get(field)
    return rest === undefined
      ? field
      : { ...field, words: [rest], group: { path: name.split('\0'), rank: 3 } }
  })
}

/** Returns whose detail a field is by its label, and the label without it. */
function readParty(field: SubmissionField): { party: string; rest: string } | undefined {
  const words = splitWords(field.words?.at(-1) ?? (field.label || field.key))
  if (words.length > WORDS_MAX || field.group?.rank === -1) return undefined
  const party = findParty(words)
  if (party === undefined) return undefined
  if (words.length === 1) return isName(field.value) ? { party, rest: 'name' } : undefined
  const rest = words.filter((word) => word !== party).join(' ')
  return DETAILS.includes(readLabel(rest)?.kind ?? '') ? { party, rest } : undefined
}

/** Returns whether a field has an address of somebody. One of the business has a label that says so. */
function isAddress(field: SubmissionField): boolean {
  const meaning = readMeaning(field)
  if (meaning?.kind === 'email' || meaning?.kind === 'phone') return meaning.sureness > 0
  return meaning?.kind !== 'other' && (looksLikeEmail(field.value) || looksLikePhone(field.value))
}
