import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { pick } from '#lib/pick.ts'
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
  const changed = await findChanged(scope, waits)
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
  return {
    position,
    at,
    events,
    by,
    chain,
    changed,
    ticket: ticket && pick(ticket, ['id', 'status', 'priority']),
    message_id: message?.id ?? null,
  }
}

/** Returns the waits that are not stored yet, or otherwise. */
async function findChanged(scope: Scope, waits: readonly NewWait[]): Promise<NewWait[]> {
  const groups = [...Map.groupBy(waits, ({ moment }) => moment.chat.id)].map(([chatId, group]) => {
    // Of several waits with one name, a state has the last one, and an event the first one.
    const byName = new Map<string, NewWait>()
    for (const wait of group) {
      const name = nameOf(wait.rule.id, wait.key)
      if (wait.state !== null || !byName.has(name)) byName.set(name, wait)
    }
    return { chatId, byName, asked: toText(byName) }
  })
  const chatIds = groups.map(({ chatId }) => chatId)
  const stored = await readFingerprints(scope, chatIds)
  const unknown = groups.filter(({ chatId, asked }) => {
    const before = compared.get(chatId)
    return before === undefined || before.asked !== asked || before.stored !== stored.get(chatId)
  })
  if (unknown.length === 0) return []
  const known = await readKnown(
    scope,
    unknown.map(({ chatId }) => chatId),
  )
  return unknown.flatMap(({ chatId, byName, asked }) => {
    const changed = [...byName].flatMap(([name, wait]) => {
      const before = known.get(`${chatId} ${name}`)
      if (!before) return [wait]
      if (wait.state === null) return []
      const isSame = before.state === wait.state && before.dueAt === wait.dueAt
      return isSame && !readsEvent(wait.rule) ? [] : [wait]
    })
    if (changed.length === 0) remember(chatId, asked, stored.get(chatId))
    return changed
  })
}

/** The waits of a conversation that were compared with what is stored, and the fingerprint of that: nothing was to be written. */
const compared = new Map<string, { asked: string; stored: string | undefined }>()
const COMPARED_MAX = 5_000

function remember(chatId: string, asked: string, stored: string | undefined): void {
  if (compared.size >= COMPARED_MAX) compared.clear()
  compared.set(chatId, { asked, stored })
}

function toText(waits: ReadonlyMap<string, NewWait>): string {
  return [...waits]
    .map(([name, { rule, state, dueAt }]) => `${name} ${state} ${dueAt} ${readsEvent(rule)}`)
    .join()
}

function nameOf(ruleId: string, key: string): string {
  return `${ruleId} ${key}`
}

/** Reads a fingerprint of the waits of conversations: to read them all would cost more than all else that a rule does at an event. */
async function readFingerprints(
  scope: Scope,
  chatIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await prepared<{ chat_id: string; fingerprint: string }>`
    select chat_id, bit_xor(hash_record_extended(row(rule_id, episode, state, due_at), 0))::text as fingerprint
    from rule_timers
    where workspace_id = ${scope.workspaceId} and chat_id = any (${chatIds}::uuid[])
    group by chat_id`.execute(scope.db)
  return new Map(rows.map((row) => [row.chat_id, row.fingerprint]))
}

type Known = { state: string | null; dueAt: number }

/** Reads the waits of conversations, by their names after the conversation. */
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
      `${row.chat_id} ${nameOf(row.rule_id, row.episode)}`,
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
  'ticket_type',
  'ticket_field',
])

function readsEvent({ conditions }: Rule): boolean {
  return plainConditions(conditions.conditions).some(({ field }) => OF_EVENT.has(field))
}
