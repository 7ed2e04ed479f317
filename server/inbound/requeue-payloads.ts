import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { afterCommit } from '#db/transaction.ts'

/** A payload, and its owner: a workspace, or none. */
export type PayloadRef = { workspace_id: string; id: string }

/** Makes payloads pending, with all attempts available again, and wakes their lanes. */
export async function requeuePayloads(tx: Scope, rows: PayloadRef[]): Promise<void> {
  for (const [workspaceId, group] of Map.groupBy(rows, (row) => row.workspace_id)) {
    await updateTable(tx, 'inbound_payloads')
      .set({
        status: 'pending',
        error: null,
        attempts: 0,
        due_at: tx.clock.now(),
        processed_at: null,
      })
      .where('id', '=', sql<string>`any (${group.map((row) => row.id)}::uuid[])`)
      .execute()
    afterCommit(tx, () => tx.wake([{ kind: 'inbound', workspaceId, targetId: workspaceId }]))
  }
}
