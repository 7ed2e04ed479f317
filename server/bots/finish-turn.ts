import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/** The conversation that a bot has acted on, and the version with which it holds it. */
type Turn = { chatId: string; botId: string; version: number }

/**
 * Records that a bot has acted on all that its customer wrote until now, and ends its time-outs in a row. What is written later needs
 * another act: the position of the last event says what is later, whatever the clocks of processes say. The conversation is locked.
 */
export async function finishTurn(tx: Scope, { chatId, botId, version }: Turn): Promise<void> {
  const { workspaceId } = tx
  await prepared`
    with turn as (
      insert into bot_turns (workspace_id, chat_id, bot_id, holder_version, done_position)
      select ${workspaceId}::uuid, ${chatId}::uuid, ${botId}::uuid, ${version}::integer, event_position
      from workspace_counters where workspace_id = ${workspaceId}
      on conflict (workspace_id, chat_id) do update
        set bot_id = excluded.bot_id, holder_version = excluded.holder_version, done_position = excluded.done_position,
          since = null, inbound_at = null, due_at = null
    )
    update bots set failures = 0
    where workspace_id = ${workspaceId} and id = ${botId}::uuid and failures > 0`.execute(tx.db)
}
