import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import type { UpdateRetentionBody, WorkspaceSettings } from './schema.ts'
import { writeSettings } from './write-settings.ts'

/** Updates how long the workspace keeps messages and its audit log. Omitted settings are not changed. */
export async function updateRetention(
  scope: Scope,
  input: UpdateRetentionBody,
): Promise<WorkspaceSettings> {
  return directoryTransaction(scope, (tx) => writeSettings(tx, input))
}
