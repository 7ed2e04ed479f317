import { CONTACT_ATTRIBUTES } from '#contacts/contact-attributes.ts'
import type { MergeRule } from '#contacts/contact-attributes.ts'
import { invalidField } from '#lib/errors.ts'
import { partOf } from '#lib/part-of.ts'
import type { MergeField } from './schema.ts'

/**
 * The attributes of a contact that a merge can change, by name: a custom field as `fields.<name>`, a time as RFC 3339. A missing
 * one is null.
 */
type Texts = Partial<Record<string, string | null>>

/** Attributes as a merge stores them: times as RFC 3339. Merges of older releases lack some. */
export type StoredAttributes = { fields: Record<string, string> } & Partial<Record<string, unknown>>

/** Whose value to keep for each field, by `name`, `phone_e164` … and `fields.<name>`. */
export type MergeChoices = Record<string, 'this' | 'other'>

const FIELD = 'fields.'

const RULES: Partial<Record<string, MergeRule>> = partOf(CONTACT_ATTRIBUTES, 'merge')

/** Returns the rule of an attribute. */
function ruleOf(name: string): MergeRule {
  return RULES[name.startsWith(FIELD) ? 'fields' : name] ?? 'keep'
}

/** Returns the attribute that decides which contact's value `name` gets: by default itself. */
function deciderOf(name: string): string {
  const rule = ruleOf(name)
  return typeof rule === 'object' ? rule.with : name
}

/** Returns the texts of a contact, or of attributes that a merge stored. */
export function toTexts({ fields, ...own }: { fields: Record<string, string> }): Texts {
  const texts = Object.entries<unknown>(own)
    .filter(([name]) => ruleOf(name) !== 'keep')
    .map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value])
  const custom = Object.entries(fields).map(([name, value]) => [FIELD + name, value])
  return Object.fromEntries([...texts, ...custom])
}

/** Returns texts as attributes, so that `toTexts` returns them again. */
export function toAttributes(texts: Texts): StoredAttributes {
  const entries = Object.entries(texts)
  const custom = entries.flatMap(([name, text]) =>
    name.startsWith(FIELD) && text ? [[name.slice(FIELD.length), text] as const] : [],
  )
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(FIELD))),
    fields: Object.fromEntries(custom),
  }
}

/** Returns the texts from which a caller can choose. */
export function pickChoices(texts: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => ruleOf(name) === 'choose'))
}

/**
 * Lists every field that a caller can choose from one of two contacts, with both values and the default choice: this
 * contact's, if it has a value. Custom fields are sorted by name.
 */
export function compareFields(mine: Texts, other: Texts): MergeField[] {
  const names = Object.keys(pickChoices({ ...mine, ...other }))
  const isCustom = (name: string) => name.startsWith(FIELD)
  return [...names.filter((name) => !isCustom(name)), ...names.filter(isCustom).toSorted()].map(
    (field) => ({
      field,
      this: mine[field] ?? null,
      other: other[field] ?? null,
      default: isOthers(field, mine, other) ? 'other' : 'this',
    }),
  )
}

/** Returns the attributes of the survivor after a merge. @throws {AppError} validation_failed for a field that neither has */
export function mergeAttributes(mine: Texts, other: Texts, choices: MergeChoices): Texts {
  const all = { ...mine, ...other }
  const unknown = Object.keys(choices).find((name) => !Object.hasOwn(pickChoices(all), name))
  if (unknown !== undefined)
    throw invalidField(`fields.${unknown}`, 'is a field that neither contact has')
  return Object.fromEntries(
    Object.keys(all).map((name) => {
      const choice = choices[name] ?? (isOthers(name, mine, other) ? 'other' : 'this')
      return [name, (choice === 'other' ? other : mine)[name] ?? null]
    }),
  )
}

/** Returns whether a merge takes an attribute from the other contact by default. */
function isOthers(name: string, mine: Texts, other: Texts): boolean {
  const [ours, theirs] = [mine, other].map((texts) => texts[deciderOf(name)] ?? null)
  if (ruleOf(name) === 'latest') return (theirs ?? '') > (ours ?? '')
  return ours === null && theirs !== null
}

/**
 * Returns the attributes of a survivor after its merge is undone: those from before the merge, except what was changed since
 * the merge. `merge` has the attributes from before and after it.
 */
export function restoreAttributes(now: Texts, merge: { before: Texts; after: Texts }): Texts {
  const { before, after } = merge
  return Object.fromEntries(
    Object.keys({ ...now, ...before }).map((name) => {
      const [is, was, became] = [now, before, after].map((texts) => texts[deciderOf(name)] ?? null)
      const isRestored = is === became && became !== was
      return [name, (isRestored ? before : now)[name] ?? null]
    }),
  )
}
