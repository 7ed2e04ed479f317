import { fieldError } from '#lib/errors.ts'
import type { Person } from '#contacts/schema.ts'
import type { MergeField } from './schema.ts'

const COLUMNS = ['name', 'phone_e164', 'email', 'source', 'campaign'] as const

/** The fields of a contact that a merge chooses from. */
export type ChosenFields = Pick<Person, (typeof COLUMNS)[number] | 'fields'>

/** Whose value to keep for each field, by `name`, `phone_e164` … and `fields.<name>`. */
export type MergeChoices = Record<string, 'this' | 'other'>

/**
 * Lists every field that one of two contacts has, with both values and the default choice: this contact's, if it has a
 * value.
 */
export function compareFields(mine: ChosenFields, other: ChosenFields): MergeField[] {
  const names = [...new Set([...Object.keys(mine.fields), ...Object.keys(other.fields)])].toSorted()
  return [
    ...COLUMNS.map((field) => ({ field: field as string, this: mine[field], other: other[field] })),
    ...names.map((name) => ({
      field: `fields.${name}`,
      this: mine.fields[name] ?? null,
      other: other.fields[name] ?? null,
    })),
  ].map((each) => ({
    ...each,
    default: each.this === null && each.other !== null ? 'other' : 'this',
  }))
}

/** Returns the fields selected by `choices`. @throws {AppError} validation_failed for a field that neither has */
export function chooseFields(
  mine: ChosenFields,
  other: ChosenFields,
  choices: MergeChoices,
): ChosenFields {
  const compared = compareFields(mine, other)
  const unknown = Object.keys(choices).find((name) => !compared.some(({ field }) => field === name))
  if (unknown !== undefined)
    throw fieldError(
      'validation_failed',
      `fields.${unknown}`,
      'is a field that neither contact has',
    )
  const values = new Map(
    compared.map((each) => [each.field, each[choices[each.field] ?? each.default]]),
  )
  const further = compared.flatMap(({ field }): [string, string][] => {
    const value = values.get(field)
    return field.startsWith('fields.') && value ? [[field.slice('fields.'.length), value]] : []
  })
  return {
    name: values.get('name')!,
    phone_e164: values.get('phone_e164')!,
    email: values.get('email')!,
    source: values.get('source') ?? mine.source,
    campaign: values.get('campaign')!,
    fields: Object.fromEntries(further),
  }
}

/** Picks the fields of a contact that a merge chooses from. */
export function pickFields(row: ChosenFields): ChosenFields {
  const { name, phone_e164, email, source, campaign, fields } = row
  return { name, phone_e164, email, source, campaign, fields }
}
