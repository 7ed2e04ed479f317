import { backfillCharges } from '#messages/state/backfill-charges.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/** Runs `charges backfill`: computes the charges of messages that were sent before Parley recorded charges. */
export async function runBackfillCharges(options: { workspace: string }): Promise<Result> {
  const messages = await withWorkspace(options.workspace, backfillCharges)
  return { json: { messages }, lines: [`${messages} more messages are in the cost report.`] }
}
