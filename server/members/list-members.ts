import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import type { Member } from '#account/users/schema.ts'

/** One page of the workspace's members, who left too, the newest first. @throws {AppError} invalid_cursor */
export async function listMembers(
  scope: Scope,
  input: PageInput & { removed?: boolean },
): Promise<Page<Member>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    scope.db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('memberships.workspace_id', '=', scope.workspaceId)
      .select([
        'memberships.id',
        'memberships.user_id',
        'users.name',
        'users.email',
        'memberships.role',
        'memberships.created_at',
        'memberships.removed_at',
      ]),
    { time: 'memberships.created_at', id: 'memberships.id' },
    { after, limit },
  )
  if (input.removed !== undefined)
    query = query.where(sql<boolean>`(memberships.removed_at is not null) = ${input.removed}`)
  const rows = await query.execute()
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => row,
  )
}
