import { namesOf } from '#lib/part-of.ts'
import { csvHead, csvLines } from '#lib/exporting/write-csv.ts'
import { CONTACT_ATTRIBUTES } from './contact-attributes.ts'
import type { FieldDefinition } from './custom-fields/find-definitions.ts'
import type { ListedPerson } from './schema.ts'

const COLUMNS = [...namesOf(CONTACT_ATTRIBUTES, 'csv'), 'username'] as const

/** Most custom fields that become columns. */
export const FIELD_COLUMNS_MAX = 200

/** Returns the head of a CSV file of contacts, with a column per custom field: its label, or its name without a definition. */
export function contactsHead(
  fieldNames: string[],
  definitions: Pick<FieldDefinition, 'key' | 'label'>[],
): string {
  const labels = fieldNames.map(
    (name) => definitions.find(({ key }) => key === name)?.label ?? name,
  )
  const all = [...COLUMNS, ...labels].map((label) => label.toLowerCase())
  const isAmbiguous = (label: string) =>
    all.indexOf(label.toLowerCase()) !== all.lastIndexOf(label.toLowerCase())
  const titles = labels.map((label, index) => {
    const name = fieldNames[index]!
    return label !== name && isAmbiguous(label) ? `${label} (${name})` : label
  })
  return csvHead([...COLUMNS, ...titles])
}

/** Returns a line per contact, under `contactsHead`. */
export function contactLines(people: ListedPerson[], fieldNames: string[]): string {
  return csvLines(
    people.map((person) => [
      ...COLUMNS.map((column) => person[column]),
      ...fieldNames.map((name) => person.fields[name] ?? null),
    ]),
  )
}
