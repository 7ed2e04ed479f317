import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/**
 * Makes messages due that wait because of error `code`, which held their channel and is now resolved. One whose
 * attempt is still open keeps its time, because a status may settle it. Locks: the messages, in id order.
 */
export async function releaseMessages(tx: Scope, channelId: string, code: string): Promise<void> {
  const now = tx.clock.now()
  await sql`
    update messages set send_due_at = ${now}::timestamptz
    where workspace_id = ${tx.workspaceId} and id = any (array(
      select id from messages as held
      where held.workspace_id = ${tx.workspaceId} and held.channel_id = ${channelId}
        and held.status = 'queued' and held.error_code = ${code}
        and held.send_due_at > ${now}::timestamptz and not exists (
          select from message_attempts
          where message_attempts.workspace_id = ${tx.workspaceId}
            and message_attempts.message_id = held.id and ended_at is null
        )
      order by id
      for no key update
    ))`.execute(tx.db)
}
