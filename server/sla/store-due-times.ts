import { chatEvents } from '#conversations/chat-events.ts'
import type { ChatEvent } from '#conversations/chat-events.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { ComputedRound } from './computed-round.ts'

/**
 * Stores with conversations which of their targets is due first, among those that run or were missed and are not met yet. Returns
 * `conversation.updated` for each that changed. Locks those, in id order.
 */
export async function storeDueTimes(tx: Scope, computed: ComputedRound[]): Promise<ChatEvent[]> {
  const { workspaceId } = tx
  const chatIds = [...new Set(computed.map(({ round }) => round.chatId))]
  const due = await prepared<{ chat_id: string }>`
    with due as (
      select asked.chat_id, target.due_at, target.warning_at, target.metric
      from unnest(${chatIds}::uuid[]) as asked (chat_id)
      left join lateral (
        select due_at, warning_at, metric from sla_targets
        where sla_targets.workspace_id = ${workspaceId} and sla_targets.chat_id = asked.chat_id
          and state in ('running', 'breached') and ended_at is null and due_at is not null
        order by due_at, metric limit 1
      ) as target on true
    ), changed as materialized (
      select due.chat_id, due.due_at, due.warning_at, due.metric from due
      join chat_activity as activity on activity.workspace_id = ${workspaceId} and activity.chat_id = due.chat_id
      where (activity.sla_due_at, activity.sla_warning_at, activity.sla_metric)
        is distinct from (due.due_at, due.warning_at, due.metric)
    ), locked as materialized (
      select chats.id from changed
      join chats on chats.workspace_id = ${workspaceId} and chats.id = changed.chat_id
      order by chats.id for no key update of chats
    )
    update chat_activity as activity
    set sla_due_at = changed.due_at, sla_warning_at = changed.warning_at, sla_metric = changed.metric
    from changed
    where activity.workspace_id = ${workspaceId} and activity.chat_id = changed.chat_id
      and (select count(*) from locked) >= 0
    returning activity.chat_id`.execute(tx.db)
  return chatEvents(
    tx,
    'conversation.updated',
    due.rows.map((row) => row.chat_id),
  )
}
