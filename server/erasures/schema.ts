import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Erasures } from '#db/tables/erasures.ts'
import { Actor, Id, nullable, pickFields, Time, titled } from '#lib/schemas.ts'

/** The erasure of a contact. Once it is completed, it is the certificate. It contains no personal data. */
export const Erasure = titled('Erasure', {
  id: Id,
  contact_id: Id,
  merged_ids: Type.Array(Id, {
    uniqueItems: true,
    description: 'The ids of contacts that were merged into this one. They were erased, too.',
  }),
  status: Type.Enum(['running', 'completed'], {
    description: '`completed` once nothing of the contact is left.',
  }),
  step: nullable(
    Type.String({
      minLength: 1,
      description: 'The kind of data that is being removed; null when completed.',
    }),
  ),
  removed: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description:
      'How many rows were removed so far, by kind. `redacted_payloads`, `audit_entries`, `other_timelines`, `views`, `notices`, `file_names`, `platform_events`, `group_reports` and `redacted_events` were kept without the contact.',
  }),
  requested_by: Actor,
  requested_at: Time,
  completed_at: nullable(Time),
})

/** The erasure of a contact. */
export type Erasure = Static<typeof Erasure>

/** Returns the API's erasure of a row. */
export function toErasure(row: Selectable<Erasures>): Erasure {
  return pickFields(Erasure, {
    ...row,
    merged_ids: row.contact_ids.filter((id) => id !== row.contact_id),
    step: row.status === 'completed' ? null : row.step,
    removed: row.counts,
    requested_by: { type: row.requested_by_type, id: row.requested_by_id },
  })
}
