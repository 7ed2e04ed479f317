import type { Scope } from '#db/context.ts'
import { pictureUrl } from './picture-url.ts'

/** Returns the URLs of the pictures of members by membership; those without a picture have no entry. */
export async function findPictureUrls(
  scope: Scope,
  membershipIds: string[],
): Promise<Map<string | null, string | null>> {
  if (membershipIds.length === 0) return new Map()
  const rows = await scope.directory
    .selectFrom('pictures')
    .select(['id', 'membership_id'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('membership_id', 'in', membershipIds)
    .execute()
  return new Map(rows.map(({ id, membership_id: of }) => [of, pictureUrl(scope, id)]))
}
