import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { MemberAvailability } from '#db/tables/member-availability.ts'
import type { BusinessHours } from '#shared/business-hours.ts'
import { computeAvailability } from './compute-availability.ts'
import type { ComputedAvailability } from './compute-availability.ts'

/** What is stored about the availability of a member, with when any of their devices last had the app open. */
export type StoredAvailability = Omit<Selectable<MemberAvailability>, 'workspace_id'> & {
  hours: BusinessHours | null
  seen_at: Date | null
}

/** The availability of a member at a time, and what it was computed from. */
export type ReadAvailability = ComputedAvailability & { stored: StoredAvailability }

type Row = Partial<StoredAvailability> & Partial<BusinessHours> & { membership_id: string }

/**
 * Returns the availability of each of these members at `now`, by their ids. A member of whom nothing is stored is offline. Works
 * inside and outside of a transaction; it does not ask whether they are members.
 */
export async function readAvailability(
  scope: Scope,
  membershipIds: readonly string[],
  now: Date,
): Promise<Map<string, ReadAvailability>> {
  const { workspaceId } = scope
  const { rows } = await prepared<Row>`
    select asked.id as membership_id, by_hand, until, set_at, set_by_type, set_by_id, business_hours_id,
      coalesce(recorded, 'offline') as recorded, due_at, time_zone, week, exceptions,
      (
        select max(seen_at) from member_activity
        where member_activity.workspace_id = ${workspaceId} and member_activity.membership_id = asked.id
      ) as seen_at
    from unnest(${[...new Set(membershipIds)]}::uuid[]) as asked (id)
    left join member_availability
      on member_availability.workspace_id = ${workspaceId} and member_availability.membership_id = asked.id
    left join business_hours
      on business_hours.workspace_id = ${workspaceId} and business_hours.id = business_hours_id`.execute(
    scope.db,
  )
  return new Map(
    rows.map(({ time_zone, week, exceptions, ...row }) => {
      const hours = time_zone && week && exceptions ? { time_zone, week, exceptions } : null
      const stored = { ...row, hours } as StoredAvailability
      return [row.membership_id, { ...computeAvailability(stored, now), stored }]
    }),
  )
}
