import { pictureUrl } from '#account/pictures/picture-url.ts'
import type { DirectoryMember } from '#account/users/get-member.ts'
import type { Member } from '#account/users/schema.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { readAvailability } from './read-availability.ts'
import type { ReadAvailability } from './read-availability.ts'

/** Returns members with their teams, and their availability at `now`, which the directory does not know. Former members are offline. */
export async function describeMembers(
  scope: Scope,
  members: readonly DirectoryMember[],
  now = scope.clock.now(),
): Promise<Member[]> {
  if (members.length === 0) return []
  const ids = members.map(({ id }) => id)
  const rows = await selectFrom(scope, 'team_members')
    .select(['membership_id', 'team_id'])
    .where('membership_id', 'in', ids)
    .orderBy('team_id')
    .execute()
  const places = Map.groupBy(rows, (row) => row.membership_id)
  const present = members.filter(({ removed_at }) => removed_at === null)
  const found = await readAvailability(
    scope,
    present.map(({ id }) => id),
    now,
  )
  return members.map(({ picture_id, ...member }) => ({
    ...member,
    picture_url: pictureUrl(scope, picture_id),
    team_ids: (places.get(member.id) ?? []).map((row) => row.team_id),
    ...describeAvailability(found.get(member.id)),
  }))
}

/** Returns the fields of a member about their availability. */
function describeAvailability(read: ReadAvailability | undefined) {
  const { set_by_type: type = null, set_by_id: id = null } = read?.stored ?? {}
  const cause = read?.cause ?? 'activity'
  return {
    availability: read?.availability ?? ('offline' as const),
    availability_cause: cause,
    availability_until: read?.until ?? null,
    availability_set_by: cause === 'by_hand' && type !== null ? { type, id } : null,
    business_hours_id: read?.stored.business_hours_id ?? null,
  }
}
