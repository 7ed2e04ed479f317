import { sql } from 'kysely'
import { checkMembers } from '#conversations/check-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { deleteFrom, selectFrom, updateTable } from '#db/select-from.ts'
import type { TeamInput } from './schema.ts'

/**
 * Writes the members and the channels of a locked team, those of them that `input` has, and returns whether any changed. `members`:
 * the present ones among the new members. @throws {AppError} membership_not_found, channel_not_found
 */
export async function writePlaces(
  tx: Scope,
  teamId: string,
  { member_ids: memberIds, channel_ids: channelIds }: TeamInput,
  members: PresentMembers,
): Promise<void> {
  if (memberIds) await writeMembers(tx, teamId, toIds(memberIds), members)
  if (channelIds) await writeChannels(tx, teamId, toIds(channelIds))
}

async function writeMembers(
  tx: Scope,
  teamId: string,
  ids: string[],
  members: PresentMembers,
): Promise<void> {
  checkMembers(members, ids)
  await deleteFrom(tx, 'team_members')
    .where('team_id', '=', teamId)
    .where('membership_id', '<>', sql<string>`all (${ids}::uuid[])`)
    .execute()
  await sql`
    insert into team_members (workspace_id, team_id, membership_id, created_at)
    select ${tx.workspaceId}, ${teamId}, id, ${tx.clock.now()}::timestamptz from unnest(${ids}::uuid[]) as id
    order by id
    on conflict do nothing`.execute(tx.db)
}

async function writeChannels(tx: Scope, teamId: string, ids: string[]): Promise<void> {
  const channels = await selectFrom(tx, 'channels')
    .select('id')
    .where((where) =>
      where.or([
        where('id', '=', sql<string>`any (${ids}::uuid[])`),
        where('team_id', '=', teamId),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = new Set(channels.map(({ id }) => id))
  const unknown = ids.find((id) => !found.has(id))
  if (unknown !== undefined) throw notFound('channels', unknown)
  await updateTable(tx, 'channels')
    .set({ team_id: sql`case when id = any (${ids}::uuid[]) then ${teamId}::uuid end` })
    .where('id', '=', sql<string>`any (${[...found]}::uuid[])`)
    .execute()
}

function toIds(given: string[]): string[] {
  return [...new Set(given.map((id) => id.toLowerCase()))]
}
