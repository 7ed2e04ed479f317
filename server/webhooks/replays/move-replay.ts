import type { Selectable, Updateable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import type { WebhookReplays } from '#db/tables/webhook-replays.ts'
import { updateById } from '#db/update-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { present } from '#lib/present.ts'
import { toReplay } from './schema.ts'
import type { Replay } from './schema.ts'

/**
 * Changes the status of a replay to what `decide` returns for its locked row: between two of its steps, never within
 * one. Undefined leaves it unchanged. @throws {AppError} replay_not_found
 */
export async function moveReplay(
  scope: Scope,
  id: string,
  decide: (
    tx: Scope,
    row: Selectable<WebhookReplays>,
  ) => Promise<Updateable<WebhookReplays> | undefined>,
): Promise<Replay> {
  return transaction(scope, async (tx) => {
    const row = await getById(tx, 'webhook_replays', id, 'change')
    const change = await decide(tx, row)
    if (!change) return toReplay(row)
    const moved = present(
      await updateById(tx, 'webhook_replays', row.id, { ...change, updated_at: tx.clock.now() }),
    )
    return toReplay(moved)
  })
}

/** Returns the error for a replay that can no longer be changed. */
export function replayEnded(status: string): AppError {
  return new AppError('replay_ended', `The replay is already ${status}.`)
}
