import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable, Time, titled, optionals } from '#lib/schemas.ts'
import { pageQuery } from '#lib/page.ts'
import { AUDIT_ACTIONS } from '#shared/audit-actions.ts'
import { KEY_MODES } from '#shared/api-keys.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'

/** An audit log entry, as the API returns it. */
export const AuditEntry = titled('AuditEntry', {
  id: Id,
  action: Type.Enum([...AUDIT_ACTIONS]),
  actor: Type.Object({
    type: Type.Enum([...ACTOR_TYPES]),
    id: nullable(Id),
    name: nullable(Type.String({ description: 'The current name of the member or the API key.' })),
    key_mode: nullable(
      Type.Enum([...KEY_MODES], { description: 'The mode of the API key; null for others.' }),
    ),
  }),
  target: Type.Object({ type: Type.String(), id: nullable(Type.String()) }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The names involved and the changed fields. Never contains a secret.',
  }),
  occurred_at: Time,
})

/** An audit log entry, as the API returns it. */
export type AuditEntry = Static<typeof AuditEntry>

/** The query of GET /api/developer/audit-log. */
export const ListAuditQuery = closedObject({
  ...pageQuery,
  ...optionals({
    actor_id: Type.String({ format: 'uuid', description: 'The id of a membership or an API key.' }),
    action: Type.String({
      maxLength: 1000,
      description: 'One or more actions, separated by commas.',
    }),
    since: Type.String({ format: 'date-time', description: 'Only entries at or after this time.' }),
    until: Type.String({ format: 'date-time', description: 'Only entries before this time.' }),
  }),
})

/** The query of GET /api/developer/audit-log. */
export type ListAuditQuery = Static<typeof ListAuditQuery>
