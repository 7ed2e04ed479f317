import type { WithConfig, WithDirectory } from '#db/context.ts'
import { pictureUrl } from './picture-url.ts'

/** Returns the URL of the workspace's own picture; null without one. */
export async function readPictureUrl(
  context: WithConfig & WithDirectory & { workspaceId: string },
): Promise<string | null> {
  const row = await context.directory
    .selectFrom('pictures')
    .select('id')
    .where('workspace_id', '=', context.workspaceId)
    .where('membership_id', 'is', null)
    .executeTakeFirst()
  return pictureUrl(context, row?.id ?? null)
}
