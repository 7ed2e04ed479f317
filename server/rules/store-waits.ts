import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import type { WaitingMoment } from '#shared/rule-parts.ts'
import type { RuleField } from '#shared/rules.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import { plainConditions } from './to-rule-set.ts'

/** A rule that waits in a conversation. */
export type NewWait = {
  rule: Rule
  moment: Moment
  key: string
  state: string | null
  dueAt: number
}

/**
 * Stores rules that wait. A wait after an event keeps its first time; that for a state follows the state. What would change nothing that
 * a rule looks at is not written: a busy conversation has many events in one state.
 */
export async function storeWaits(scope: Scope, waits: readonly NewWait[]): Promise<void> {
  if (waits.length === 0) return
  // Of several waits with one name, a state has the last one, and an event the first one.
  const byName = new Map<string, NewWait>()
  for (const wait of waits) {
    const name = nameOf(wait.rule.id, wait.moment.chat.id, wait.key)
    if (wait.state !== null || !byName.has(name)) byName.set(name, wait)
  }
  const known = await readKnown(scope, [...new Set(waits.map(({ moment }) => moment.chat.id))])
  const changed = [...byName].flatMap(([name, wait]) => {
    const before = known.get(name)
    if (!before) return [wait]
    if (wait.state === null) return []
    const isSame = before.state === wait.state && before.dueAt === wait.dueAt
    return isSame && !readsEvent(wait.rule) ? [] : [wait]
  })
  if (changed.length === 0) return
  const given = bulkRows('given', changed, {
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

function nameOf(ruleId: string, chatId: string, key: string): string {
  return `${ruleId} ${chatId} ${key}`
}

type Known = { state: string | null; dueAt: number }

/** Reads the waits of conversations, by their names. */
async function readKnown(
  scope: Scope,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await prepared<{
    rule_id: string
    chat_id: string
    episode: string
    state: string | null
    due_at: Date
  }>`
    select rule_id, chat_id, episode, state, due_at from rule_timers
    where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])`.execute(
    scope.db,
  )
  return new Map(
    rows.map((row) => [
      nameOf(row.rule_id, row.chat_id, row.episode),
      { state: row.state, dueAt: row.due_at.getTime() },
    ]),
  )
}

/** The fields of conditions that are those of the event, and not of the conversation. */
const OF_EVENT: ReadonlySet<RuleField> = new Set([
  'text',
  'message_type',
  'nth_message',
  'ticket_status',
  'ticket_priority',
])

function readsEvent({ conditions }: Rule): boolean {
  return plainConditions(conditions.conditions).some(({ field }) => OF_EVENT.has(field))
}
