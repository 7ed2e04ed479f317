import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CustomFields } from '#db/tables/custom-fields.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import { FIELD_CHARACTERS_MAX, FIELD_NAME_CHARACTERS_MAX, FIELDS_MAX } from '#shared/contacts.ts'
import {
  CUSTOM_FIELD_CHARACTERS_MAX,
  CUSTOM_FIELD_CHOICES_MAX,
  CUSTOM_FIELD_SUBJECTS,
  CUSTOM_FIELD_TYPES,
} from '#shared/custom-fields.ts'

/** The most characters of a filter by custom fields. */
const FIELD_FILTER_CHARACTERS_MAX = 2_000

const Label = Type.String({
  minLength: 1,
  maxLength: CUSTOM_FIELD_CHARACTERS_MAX.label,
  description: 'The name that members see. Unique among fields that are not archived.',
})
const Choices = Type.Array(
  Type.String({ minLength: 1, maxLength: CUSTOM_FIELD_CHARACTERS_MAX.choice }),
  {
    minItems: 1,
    maxItems: CUSTOM_FIELD_CHOICES_MAX,
    description: 'The values of the type `choice`, in the order in which they are offered.',
  },
)

/** The definition of a custom field of contacts or tickets. */
export const CustomField = titled('CustomField', {
  id: Id,
  applies_to: Type.Enum([...CUSTOM_FIELD_SUBJECTS]),
  key: Type.String({ description: "The field's name in `fields` of contacts or tickets." }),
  label: Type.String(),
  type: Type.Enum([...CUSTOM_FIELD_TYPES]),
  choices: nullable(
    Type.Array(Type.String(), {
      description: 'The values of the type `choice`; null for other types.',
    }),
  ),
  archived_at: Type.Unsafe<Date | null>({
    ...nullable(Time),
    description: 'Since when the field is archived; null: it is not.',
  }),
  created_at: Time,
  updated_at: Time,
})

/** The definition of a custom field of contacts or tickets. */
export type CustomField = Static<typeof CustomField>

/** The body of POST /api/v1/custom-fields. */
export const CreateCustomFieldBody = closedObject({
  key: Type.String({
    minLength: 1,
    maxLength: FIELD_NAME_CHARACTERS_MAX,
    description:
      "The field's name in `fields` of contacts or tickets, which cannot be changed later. Values that they already have under this name stay.",
  }),
  applies_to: Type.Optional(
    Type.Enum([...CUSTOM_FIELD_SUBJECTS], {
      default: 'contact',
      description: 'Cannot be changed later. Keys and labels are unique for each.',
    }),
  ),
  label: Type.Optional({
    ...Label,
    description:
      'The name that members see, the key by default. Unique among fields that are not archived.',
  }),
  type: Type.Enum([...CUSTOM_FIELD_TYPES], {
    description: 'The type of the values, which cannot be changed later.',
  }),
  choices: Type.Optional(Choices),
})

/** The body of POST /api/v1/custom-fields. */
export type CreateCustomFieldBody = Static<typeof CreateCustomFieldBody>

/** The body of PATCH /api/v1/custom-fields/{id}: only fields that are present are updated. */
export const UpdateCustomFieldBody = closedObject({
  label: Type.Optional(Label),
  choices: Type.Optional({
    ...Choices,
    description: 'Replaces the choices. Contacts keep values that are no longer a choice.',
  }),
  archived: Type.Optional(
    Type.Boolean({ description: 'Whether the field is archived. False restores it.' }),
  ),
})

/** The body of PATCH /api/v1/custom-fields/{id}. */
export type UpdateCustomFieldBody = Static<typeof UpdateCustomFieldBody>

/** The query of GET /api/v1/custom-fields. */
export const ListCustomFieldsQuery = closedObject({
  ...pageQuery,
  applies_to: Type.Optional(
    Type.Enum([...CUSTOM_FIELD_SUBJECTS], {
      description: 'Only fields of contacts, or of tickets.',
    }),
  ),
  archived: Type.Optional(
    Type.Enum(['true', 'false'], { description: 'Only archived fields, or only others.' }),
  ),
})

/** The values of custom fields that a request sets, by their keys. */
export const FieldValues = Type.Record(
  Type.String({ minLength: 1, maxLength: FIELD_NAME_CHARACTERS_MAX }),
  Type.Union([
    Type.String({ maxLength: FIELD_CHARACTERS_MAX }),
    Type.Number(),
    Type.Boolean(),
    Type.Null(),
  ]),
  { maxProperties: FIELDS_MAX },
)

/** The values of custom fields that a request sets, by their keys. */
export type FieldValues = Static<typeof FieldValues>

/** Returns the schema of a filter by custom fields; use `filterFields`. */
export function fieldFilter(description: string) {
  return Type.Optional(
    Type.String({ minLength: 1, maxLength: FIELD_FILTER_CHARACTERS_MAX, description }),
  )
}

/** Converts a row of `custom_fields` to the API's custom field. */
export function toCustomField(row: Selectable<CustomFields>): CustomField {
  return pickFields(CustomField, row)
}
