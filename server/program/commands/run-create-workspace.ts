import { createWorkspace } from '#account/workspaces/create-workspace.ts'
import { toTable } from './print-result.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `workspaces create`. */
export async function runCreateWorkspace(options: {
  name: string
  shard?: string
}): Promise<Result> {
  const workspace = await withContext((context) => createWorkspace(context, options))
  return { json: { workspace }, lines: ['The workspace was created.', ...toTable(workspace)] }
}
