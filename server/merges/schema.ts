import { Type } from 'typebox'
import type { Static } from 'typebox'
import { CONTACT_ATTRIBUTES } from '#contacts/contact-attributes.ts'
import { PersonDetail } from '#contacts/schema.ts'
import { partOf } from '#lib/part-of.ts'
import { closedObject, Id, nullable, Time, titled } from '#lib/schemas.ts'

const CHOICES = Object.entries(partOf(CONTACT_ATTRIBUTES, 'merge'))
  .filter(([name, rule]) => rule === 'choose' && name !== 'fields')
  .map(([name]) => `\`${name}\``)

const Choice = Type.Enum(['this', 'other'])

/** The body of POST /api/v1/contacts/{id}/merge. */
export const MergeBody = closedObject({
  other_id: Type.String({ format: 'uuid', description: 'The contact to merge into this one.' }),
  fields: Type.Optional(
    Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Choice, {
      description: `Which contact's value to keep, for each of ${CHOICES.join(', ')} and \`fields.<name>\`. Keeps this contact's value by default, if it has one.`,
    }),
  ),
})

/** The query of GET /api/v1/contacts/{id}/merge-preview. */
export const MergePreviewQuery = closedObject({ other_id: Id })

/** One field of two contacts, and the default choice. */
export const MergeField = Type.Object({
  field: Type.String(),
  this: nullable(Type.String()),
  other: nullable(Type.String()),
  default: Choice,
})

/** One field of two contacts, and the default choice. */
export type MergeField = Static<typeof MergeField>

/** The effect of a merge. */
export const MergePreview = titled('MergePreview', {
  this: PersonDetail,
  other: PersonDetail,
  fields: Type.Array(MergeField),
  moves: Type.Object(
    {
      chats: Type.Integer(),
      tickets: Type.Integer(),
      timeline_entries: Type.Integer(),
      identities: Type.Integer(),
    },
    { description: 'The counts of what moves from the other contact to this one.' },
  ),
})

/** The effect of a merge. */
export type MergePreview = Static<typeof MergePreview>

/** A merge of two contacts. */
export const Merge = titled('ContactMerge', {
  id: Id,
  survivor_id: Id,
  merged_id: Type.String({
    format: 'uuid',
    description: 'Resolves to the surviving contact until the merge is undone.',
  }),
  merged_at: Time,
  undone_at: nullable(Time),
  contact: Type.Object(PersonDetail.properties, {
    description: 'The surviving contact in its current state.',
  }),
})

/** A merge of two contacts. */
export type Merge = Static<typeof Merge>
