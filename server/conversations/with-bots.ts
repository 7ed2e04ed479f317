import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { isUuid } from '#lib/ids.ts'
import type { PresentMembers } from './find-present-members.ts'

/** Adds the bots among the new assignees of conversations, by default all, to the present members among them. */
export async function withBots(
  scope: Scope,
  members: PresentMembers,
  assigneeIds?: readonly string[],
): Promise<PresentMembers> {
  const ids = assigneeIds?.filter((id) => isUuid(id) && !members.has(id.toLowerCase()))
  if (ids?.length === 0) return members
  const { rows } = await prepared<{ id: string }>`
    select id from bots
    where workspace_id = ${scope.workspaceId} and deleted_at is null
      and (${ids === undefined} or id = any (${ids ?? []}::uuid[]))`.execute(scope.db)
  if (rows.length === 0) return members
  const bots = rows.map(({ id }) => [id, { id, visibility: 'all', seesNoTeam: true }] as const)
  return new Map([...members, ...bots])
}
