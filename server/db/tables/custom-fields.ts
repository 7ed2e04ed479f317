import type { CustomFieldSubject, CustomFieldType } from '#shared/custom-fields.ts'
import { decimal, text, texts, time, uuid, word } from '../column.ts'
import { tenantTable, unexportedTable } from '../table.ts'

/** Types of the custom fields of contacts and tickets. */
export const custom_fields = tenantTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  withoutContacts: 'written by members for any contact',
}).columns({
  id: uuid(),
  applies_to: word<CustomFieldSubject>().defaulted(),
  key: text(),
  label: text(),
  type: word<CustomFieldType>(),
  choices: texts().nullable(),
  archived_at: time().nullable(),
  indexed_to: uuid().nullable(),
  indexed_at: time().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `custom_fields`. */
export type CustomFields = typeof custom_fields.row

/** Values of contacts' custom fields, for the index that filters use. `number` is the exact text of a number. */
export const contact_field_values = unexportedTable({
  visibleBy: 'person_id',
  rows: 'many',
  erase: 'request',
  unexported: 'copies of what people.fields contains, cut',
}).columns({
  person_id: uuid(),
  field_id: uuid(),
  value: text().personal(),
  number: decimal().nullable(),
})
