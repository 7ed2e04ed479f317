import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Workspaces } from '#db/tables/workspaces.ts'
import { closedObject, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'
import {
  AUDIT_RETENTION_DAYS,
  MESSAGE_RETENTION_DAYS,
  RETENTION_DAYS,
  UNMATCHED_PHONE_RULES,
  WORKSPACE_NAME_CHARACTERS_MAX,
} from '#shared/workspaces.ts'

const UnmatchedPhone = Type.Enum([...UNMATCHED_PHONE_RULES], {
  description:
    'What happens when a message goes to a phone number without a conversation: it is rejected, or sent to the oldest conversation.',
})
const DefaultCountry = Type.String({
  description:
    'An ISO 3166-1 alpha-2 code. Phone numbers without a country code are read as numbers of this country.',
})
const RetentionDays = Type.Integer({
  minimum: RETENTION_DAYS.min,
  maximum: RETENTION_DAYS.max,
  description: 'How many days events, finished deliveries and inbound payloads are kept.',
})

const MessageRetentionDays = Type.Integer({
  minimum: MESSAGE_RETENTION_DAYS.min,
  maximum: MESSAGE_RETENTION_DAYS.max,
})
const AuditRetentionDays = Type.Integer({
  minimum: AUDIT_RETENTION_DAYS.min,
  maximum: AUDIT_RETENTION_DAYS.max,
})

const RequireSecondFactor = Type.Boolean({
  description:
    'Whether members without a second factor can only set one up. API keys are not affected. Only an admin who has a second factor can turn this on.',
})

const RecordRequestBodies = Type.Boolean({
  description:
    'Whether the request log also keeps the query and the bodies of requests of API keys: encrypted, without values of secrets, and at most 4,000 characters of each.',
})

/** A workspace with its settings, as the API returns it. */
export const WorkspaceSettings = titled('Workspace', {
  id: Id,
  name: Type.String(),
  slug: Type.String({
    description: "The workspace's name on the command line. It cannot be changed.",
  }),
  picture_url: nullable(Type.String(), 'A square WebP that everybody who has the link can read.'),
  default_country: DefaultCountry,
  unmatched_phone: UnmatchedPhone,
  retention_days: RetentionDays,
  message_retention_days: nullable(
    Type.Integer({
      description:
        'How many days messages and their files are kept; null: forever. Events and payloads, which contain messages, are not kept longer.',
    }),
  ),
  audit_retention_days: nullable(
    Type.Integer({ description: 'How many days the audit log is kept; null: forever.' }),
  ),
  require_second_factor: RequireSecondFactor,
  record_request_bodies: RecordRequestBodies,
  created_at: Time,
})

/** A workspace with its settings, as the API returns it. */
export type WorkspaceSettings = Static<typeof WorkspaceSettings>

/** The body of PATCH /api/developer/workspace. */
export const UpdateWorkspaceBody = closedObject({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: WORKSPACE_NAME_CHARACTERS_MAX })),
  default_country: Type.Optional(DefaultCountry),
  unmatched_phone: Type.Optional(UnmatchedPhone),
  retention_days: Type.Optional(RetentionDays),
  require_second_factor: Type.Optional(RequireSecondFactor),
  record_request_bodies: Type.Optional(RecordRequestBodies),
})

/** The body of PATCH /api/developer/workspace. */
export type UpdateWorkspaceBody = Static<typeof UpdateWorkspaceBody>

/** The body of PATCH /api/developer/workspace/retention. */
export const UpdateRetentionBody = closedObject({
  message_retention_days: Type.Optional(nullable(MessageRetentionDays)),
  audit_retention_days: Type.Optional(nullable(AuditRetentionDays)),
})

/** The body of PATCH /api/developer/workspace/retention. */
export type UpdateRetentionBody = Static<typeof UpdateRetentionBody>

/** The query of GET /api/developer/workspace/retention-preview. */
export const RetentionPreviewQuery = closedObject({
  message_retention_days: Type.Optional({
    ...MessageRetentionDays,
    description: 'Counts the messages that are older than this number of days.',
  }),
  audit_retention_days: Type.Optional({
    ...AuditRetentionDays,
    description: 'Counts the entries of the audit log that are older than this number of days.',
  }),
})

/** The query of GET /api/developer/workspace/retention-preview. */
export type RetentionPreviewQuery = Static<typeof RetentionPreviewQuery>

const Counted = nullable(
  Type.Integer({ description: 'At most 100,000 are counted; null when not asked.' }),
)

/** The numbers of rows that a retention time would delete. */
export const RetentionPreview = titled('RetentionPreview', {
  messages: Counted,
  audit_entries: Counted,
})

/** The numbers of rows that a retention time would delete. */
export type RetentionPreview = Static<typeof RetentionPreview>

/** Converts a row of `workspaces` to an API workspace. */
export function toWorkspaceSettings(
  row: Selectable<Workspaces>,
  pictureUrl: string | null,
): WorkspaceSettings {
  return pickFields(WorkspaceSettings, { ...row, picture_url: pictureUrl })
}
