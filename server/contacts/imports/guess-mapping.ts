import { FIELDS_MAX, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import { REJECT_COLUMNS } from './reject-texts.ts'

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
 * Guesses the field of each column by its header; an unknown column becomes a custom field. The two columns at the end
 * of a file of rejected rows are ignored.
 *
 * Returns the fields by column, as in `Import.mapping`.
 */
export function guessMapping(columns: string[]): Record<string, string> {
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
    const field = KNOWN.find(([name, pattern]) => !taken.has(name) && pattern.test(plain))?.[0]
    const target = field ?? `fields.${column}`
    if (!field && (column.length > FIELD_NAME_CHARACTERS_MAX || taken.size >= FIELDS_MAX)) continue
    taken.add(target)
    mapping[column] = target
  }
  return mapping
}
