import { systemScope } from '#context.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { backfillCharges } from '#messages/receiving/backfill-charges.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `charges backfill`: computes the charges of messages that were sent before Parley recorded charges. */
export async function runBackfillCharges(options: { workspace: string }): Promise<Result> {
  const messages = await withContext(async (context) => {
    const { id } = await getWorkspace(context, options.workspace)
    return backfillCharges(systemScope(context, id))
  })
  return { json: { messages }, lines: [`${messages} more messages are in the cost report.`] }
}
