import { FIELDS_MAX, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import type { FieldDefinition } from '../custom-fields/find-definitions.ts'
import { REJECT_COLUMNS } from './reject-languages.ts'

/** Headers that identify a column, in normalised form. */
const KNOWN: [field: string, pattern: RegExp][] = [
  ['first_name', /^(first|given) ?name$|^vorname$|^prénom$/],
  ['last_name', /^(last|family|sur) ?name$|^nachname$/],
  [
    'phone_e164',
    /phone|mobile|whats ?app|^(tel|cell|contact (no|number)|number|msisdn)\b|फ़?ो?न|मोबाइल/,
  ],
  ['email', /^(e ?)?mail\b|email|ईमेल|ई मेल/],
  ['campaign', /^(utm )?campaign\b|अभियान/],
  ['source', /^(utm |lead )?source\b|स्रोत/],
  ['name', /^((full|contact|customer|display|client) )?name$|^(contact|customer)$|^(पूरा )?नाम$/],
]

/** Columns of our own export that are not fields of a contact. */
const OURS = /^(id|created at|updated at|last seen at|blocked at)$/

/**
 * Guesses the field of each column by its header: a field of contacts, a defined custom field whose label or key it is, or an
 * undefined custom field. The two columns at the end of a file of rejected rows are ignored.
 *
 * Returns the fields by column, as in `Import.mapping`.
 */
export function guessMapping(
  columns: string[],
  definitions: Pick<FieldDefinition, 'key' | 'label'>[] = [],
): Record<string, string> {
  const mapping: Record<string, string> = {}
  const taken = new Set<string>()
  const isOfRejects = Object.values(REJECT_COLUMNS).some(
    (names) => names.join('\n') === columns.slice(-2).join('\n'),
  )
  for (const column of isOfRejects ? columns.slice(0, -2) : columns) {
    const plain = column
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
    if (OURS.test(plain) || /^column \d+$/.test(plain)) continue
    const defined = findDefined(column, definitions)
    const field = defined
      ? `fields.${defined.key}`
      : KNOWN.find(([name, pattern]) => !taken.has(name) && pattern.test(plain))?.[0]
    if (field !== undefined && taken.has(field)) continue
    const target = field ?? `fields.${column}`
    if (!field && (column.length > FIELD_NAME_CHARACTERS_MAX || taken.size >= FIELDS_MAX)) continue
    taken.add(target)
    mapping[column] = target
  }
  return mapping
}

/** Returns the custom field that a header names: by its key, else by its label without regard to case. */
function findDefined<T extends { key: string; label: string }>(
  column: string,
  definitions: T[],
): T | undefined {
  const label = column.trim().toLowerCase()
  return (
    definitions.find((each) => each.key === column.trim()) ??
    definitions.find((each) => each.label.toLowerCase() === label)
  )
}
