import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Tags } from '#db/tables/tags.ts'
import { closedObject, Id, Time, titled } from '#lib/schemas.ts'
import { TAG_COLORS, TAG_NAME_CHARACTERS_MAX } from '#shared/tags.ts'

const Name = Type.String({ minLength: 1, maxLength: TAG_NAME_CHARACTERS_MAX })
const Color = Type.Enum([...TAG_COLORS])

/** A tag of chats. Names differ by more than their case. */
export const Tag = titled('Tag', {
  id: Id,
  name: Type.String(),
  color: Type.String(),
  created_at: Time,
})

/** A tag of chats. */
export type Tag = Static<typeof Tag>

/** The body of POST /api/v1/tags. */
export const CreateTagBody = closedObject({
  name: Name,
  color: Type.Optional(Type.Enum([...TAG_COLORS], { default: 'gray' })),
})

/** The body of PATCH /api/v1/tags/{id}: what is named is changed. */
export const UpdateTagBody = closedObject({
  name: Type.Optional(Name),
  color: Type.Optional(Color),
})

/** Converts a row of `tags` to the API's tag. */
export function toTag(row: Selectable<Tags>): Tag {
  return { id: row.id, name: row.name, color: row.color, created_at: row.created_at }
}
