import type { DirectoryMember } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'

/** Returns members with their teams, which the directory does not know. */
export async function withTeams(scope: Scope, members: DirectoryMember[]): Promise<Member[]> {
  if (members.length === 0) return []
  const rows = await selectFrom(scope, 'team_members')
    .select(['membership_id', 'team_id'])
    .where(
      'membership_id',
      'in',
      members.map(({ id }) => id),
    )
    .orderBy('team_id')
    .execute()
  const places = Map.groupBy(rows, (row) => row.membership_id)
  return members.map((member) => ({
    ...member,
    team_ids: (places.get(member.id) ?? []).map((row) => row.team_id),
  }))
}
