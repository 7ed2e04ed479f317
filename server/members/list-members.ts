import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { selectMembers } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import { describeMembers } from '#availability/describe-members.ts'

/**
 * Returns one page of the workspace's members, including former ones, newest first. @throws {AppError}
 * invalid_cursor
 */
export async function listMembers(
  scope: Scope,
  input: PageInput & { removed?: boolean },
): Promise<Page<Member>> {
  let query = selectMembers(scope)
  if (input.removed !== undefined)
    query = query.where(sql<boolean>`(memberships.removed_at is not null) = ${input.removed}`)
  const page = await listPage(
    query,
    newestFirst('memberships.created_at', 'memberships.id', (row) => row.created_at),
    input,
    (row) => row,
  )
  return { ...page, data: await describeMembers(scope, page.data) }
}
