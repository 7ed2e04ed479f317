import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'

/** Creates a tag in the workspace, by default with a unique name. */
export async function createTestTag(
  scope: Scope,
  name = `Tag ${newId()}`,
): Promise<{ id: string; name: string }> {
  const id = newId()
  await scope.db
    .insertInto('tags')
    .values({ workspace_id: scope.workspaceId, id, name, created_at: scope.clock.now() })
    .execute()
  return { id, name }
}
