import type { WithConfig, WithDirectory } from '#db/context.ts'
import { pictureUrl } from './picture-url.ts'

/** A workspace as readers of its mails see it: its name and the URL of its picture. */
export type WorkspaceFace = { name: string; pictureUrl: string }

/** Returns the name and the picture of the workspace; null without a picture. */
export async function readWorkspaceFace(
  context: WithConfig & WithDirectory & { workspaceId: string },
): Promise<WorkspaceFace | null> {
  const row = await context.directory
    .selectFrom('pictures')
    .innerJoin('workspaces', 'workspaces.id', 'pictures.workspace_id')
    .select(['pictures.id', 'workspaces.name'])
    .where('pictures.workspace_id', '=', context.workspaceId)
    .where('pictures.membership_id', 'is', null)
    .executeTakeFirst()
  const url = pictureUrl(context, row?.id ?? null)
  return row && url !== null ? { name: row.name, pictureUrl: url } : null
}
