import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { WaitingMoment } from '#shared/rule-parts.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'

/** A rule that waits in a conversation. */
export type NewWait = {
  rule: Rule
  moment: Moment
  key: string
  state: string | null
  dueAt: number
}

/** Stores rules that wait. A wait after an event keeps its first time; that for a state follows the state. */
export async function storeWaits(scope: Scope, waits: readonly NewWait[]): Promise<void> {
  if (waits.length === 0) return
  const nameOf = ({ rule, moment, key }: NewWait) => `${rule.id} ${moment.chat.id} ${key}`
  // Of several waits with one name, a state has the last one, and an event the first one.
  const byName = new Map<string, NewWait>()
  for (const wait of waits)
    if (wait.state !== null || !byName.has(nameOf(wait))) byName.set(nameOf(wait), wait)
  const given = bulkRows('given', [...byName.values()], {
    rule_id: ['uuid', ({ rule }) => rule.id],
    chat_id: ['uuid', ({ moment }) => moment.chat.id],
    episode: ['text', ({ key }) => key],
    state: ['text', ({ state }) => state],
    due_at: ['timestamptz', ({ dueAt }) => new Date(dueAt)],
    moment: ['jsonb', ({ moment }) => JSON.stringify(toWaiting(moment))],
  })
  await prepared`
    insert into rule_timers (workspace_id, ${given.columns})
    select ${scope.workspaceId}::uuid, given.rule_id, given.chat_id, given.episode, given.state, given.due_at, given.moment
    from ${given}
    join chats on chats.workspace_id = ${scope.workspaceId} and chats.id = given.chat_id
    join rules on rules.workspace_id = ${scope.workspaceId} and rules.id = given.rule_id and rules.is_on
    order by given.rule_id, given.chat_id, given.episode
    on conflict (workspace_id, rule_id, chat_id, episode) do update
      set state = excluded.state, due_at = excluded.due_at, moment = excluded.moment
      where excluded.state is not null`.execute(scope.db)
}

function toWaiting({
  position,
  at,
  events,
  by,
  chain,
  changed,
  ticket,
  message,
}: Moment): WaitingMoment {
  return { position, at, events, by, chain, changed, ticket, message_id: message?.id ?? null }
}
