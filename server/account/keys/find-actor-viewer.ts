import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { sightOf } from '#db/visibility/sight-of.ts'
import { pick } from '#lib/pick.ts'
import { keyOf } from './key-of.ts'
import { findKeyViewer, findMemberViewer } from '#db/visibility/find-member-viewer.ts'
import type { Viewer } from '#db/visibility/viewer.ts'
import type { SeeingMember } from '#lib/found-session.ts'

type Row = {
  keyId: string
  teamIds: string[] | null
  seesNoTeam: boolean
  member: SeeingMember | null
}

const SIGHT = sightOf('memberships.role')

/**
 * Returns what the actor of a job sees now, as `findKeyViewer` and `findMemberViewer` do for a request; the product sees all. A bot sees
 * what its newest key does.
 */
export async function findActorViewer(
  { workspaceId, directory }: Scope,
  { type, id }: Scope['actor'],
): Promise<Viewer | undefined> {
  if (type !== 'member' && type !== 'api_key' && type !== 'bot') return undefined
  const member = sql`
    select json_build_object('id', memberships.id, 'visibility', ${SIGHT.visibility},
      'seesNoTeam', ${SIGHT.seesNoTeam})
    from memberships
    left join roles on roles.workspace_id = ${workspaceId} and roles.id = memberships.role
    where memberships.workspace_id = ${workspaceId} and memberships.id =`
  const { rows } = await (
    type === 'member'
      ? sql<Row>`
          select ${id}::uuid as "keyId", null as "teamIds", true as "seesNoTeam", (${member} ${id}::uuid) as member`
      : sql<Row>`
          select id as "keyId", team_ids as "teamIds", sees_no_team as "seesNoTeam",
            case when client_id is not null then (${member} api_keys.created_by) end as member
          from api_keys where workspace_id = ${workspaceId} and ${keyOf({ type, id })}
          order by revoked_at is null desc, created_at desc limit 1`
  ).execute(directory)
  const [row] = rows
  if (row?.member) return findMemberViewer(row.member, id)
  const botId = type === 'bot' ? id : null
  return row && findKeyViewer({ id: row.keyId, botId, ...pick(row, ['teamIds', 'seesNoTeam']) })
}
