import type { CustomFieldType } from '#shared/custom-fields.ts'

/** Rows of `custom_fields`. */
export type CustomFields = {
  workspace_id: string
  id: string
  key: string
  label: string
  type: CustomFieldType
  choices: string[] | null
  archived_at: Date | null
  indexed_to: string | null
  indexed_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Rows of `contact_field_values`. `number` is the exact text of a number. */
export type ContactFieldValues = {
  workspace_id: string
  person_id: string
  field_id: string
  value: string
  number: string | null
}
