import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Workspaces } from '#db/workspace-tables.ts'
import { Id, Time } from '#lib/schemas.ts'

const UnmatchedPhone = Type.Enum(['reject', 'first_conversation'], {
  description:
    'What a message to a phone of no conversation does: it is refused, or it goes to the oldest one.',
})
const DefaultCountry = Type.String({
  description: 'ISO 3166-1 alpha-2; national phone numbers are read as of this country.',
})
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 3650,
  description: 'How long events, finished deliveries and what came in are kept.',
})

/** A workspace with its settings, as the API gives it. */
export const WorkspaceSettings = Type.Object(
  {
    id: Id,
    name: Type.String(),
    slug: Type.String({ description: 'What the command line calls it. It never changes.' }),
    default_country: DefaultCountry,
    unmatched_phone: UnmatchedPhone,
    retention_days: RetentionDays,
    created_at: Time,
  },
  { title: 'Workspace' },
)

/** A workspace with its settings, as the API gives it. */
export type WorkspaceSettings = Static<typeof WorkspaceSettings>

/** The body of PATCH /api/developer/workspace. */
export const UpdateWorkspaceBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    default_country: Type.Optional(DefaultCountry),
    unmatched_phone: Type.Optional(UnmatchedPhone),
    retention_days: Type.Optional(RetentionDays),
  },
  { additionalProperties: false },
)

/** The body of PATCH /api/developer/workspace. */
export type UpdateWorkspaceBody = Static<typeof UpdateWorkspaceBody>

/** The API's workspace of a row of `workspaces`. */
export function toWorkspaceSettings(row: Selectable<Workspaces>): WorkspaceSettings {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    default_country: row.default_country,
    unmatched_phone: row.unmatched_phone,
    retention_days: row.retention_days,
    created_at: row.created_at,
  }
}
