import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { PoolMember } from './read-pools.ts'

/** What is stored of a member of a team: since when they are offline, null while they are not. */
type Seen = Pick<PoolMember, 'membership_id' | 'offline_since'> & { team_id: string }

/** Stores since when members of teams are offline, and so that they are in these teams. */
export async function storeSeen(scope: Scope, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return
  const rows = bulkRows('given', seen, {
    team_id: ['uuid', (each) => each.team_id],
    membership_id: ['uuid', (each) => each.membership_id],
    offline_since: ['timestamptz', (each) => each.offline_since],
  })
  await prepared`
    insert into assignment_places (workspace_id, ${rows.columns})
    select ${scope.workspaceId}::uuid, ${rows.columns} from ${rows}
    order by team_id, membership_id
    on conflict (workspace_id, team_id, membership_id) do update set offline_since = excluded.offline_since`.execute(
    scope.db,
  )
}

/** Forgets a member who has left a team. */
export async function forgetPlace(
  scope: Scope,
  teamId: string,
  membershipId: string,
): Promise<void> {
  await prepared`
    delete from assignment_places
    where workspace_id = ${scope.workspaceId} and team_id = ${teamId} and membership_id = ${membershipId}`.execute(
    scope.db,
  )
}
