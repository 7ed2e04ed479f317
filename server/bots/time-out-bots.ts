import { readAudience, recordNotice } from '#account/notices/record-notice.ts'
import type { BotTimeOut } from '#conversations/bot-time-out.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { updateChats } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { BOT_FAILURES_MAX } from '#shared/bots.ts'
import { waitForPeople } from './wait-for-people.ts'

/** Most conversations that one transaction takes from bots. */
const PAGE = 100

/** A turn that is due, and whether its bot still holds the conversation. */
type DueTurn = { chat_id: string; bot_id: string; inbound_at: Date; is_held: boolean }

/** A bot after its time-outs. `failures` are those in a row. */
type FailedBot = {
  id: string
  name: string
  failures: number
  is_off: boolean
  is_switched_off: boolean
}

/**
 * Takes conversations from bots that did not act in time, and puts them into the queue, with `bot.timed_out` for each, in one transaction.
 * A bot that failed too often in a row gets no new ones, and the admins are told. Returns whether there may be more.
 */
export async function timeOutBots(scope: Scope): Promise<boolean> {
  const due = await findDue(scope)
  if (due.length === 0) return false
  const audience = await readAudience(scope)
  await transaction(scope, async (tx) => {
    const turns = await takeTurns(tx, due)
    const lost = turns.filter(({ is_held }) => is_held)
    if (lost.length === 0) return
    const bots = await countFailures(tx, lost)
    await recordLost(tx, lost)
    await recordEvents(
      tx,
      toTimeOuts(lost, bots, tx.clock.now()).map((data) => ({ type: 'bot.timed_out', data })),
    )
    for (const { id, name, failures, is_switched_off: isOff } of bots.values())
      if (isOff)
        await recordNotice(tx, { kind: 'bot_off', data: { bot_id: id, name, failures } }, audience)
  })
  return due.length === PAGE
}

async function findDue(scope: Scope): Promise<string[]> {
  const { rows } = await prepared<{ chat_id: string }>`
    select chat_id from bot_turns
    where workspace_id = ${scope.workspaceId} and due_at <= ${scope.clock.now()}::timestamptz
    order by due_at limit ${PAGE}`.execute(scope.db)
  return rows.map(({ chat_id }) => chat_id)
}

/** Locks the conversations in id order, and deletes their turns that are still due. */
async function takeTurns(tx: Scope, chatIds: string[]): Promise<DueTurn[]> {
  const { workspaceId } = tx
  await prepared`
    select from chats where workspace_id = ${workspaceId} and id = any (${chatIds}::uuid[])
    order by id for no key update`.execute(tx.db)
  const { rows } = await prepared<DueTurn>`
    with taken as (
      delete from bot_turns
      where workspace_id = ${workspaceId} and chat_id = any (${chatIds}::uuid[])
        and due_at <= ${tx.clock.now()}::timestamptz
      returning chat_id, bot_id, holder_version, inbound_at
    )
    select taken.chat_id, taken.bot_id, taken.inbound_at,
      chats.status = 'open' and chats.assignee_id = taken.bot_id and chats.holder_version = taken.holder_version as is_held
    from taken
    join chats on chats.workspace_id = ${workspaceId} and chats.id = taken.chat_id
    order by taken.chat_id`.execute(tx.db)
  return rows
}

/** Counts the time-outs of bots, and switches off those with too many. */
async function countFailures(tx: Scope, lost: DueTurn[]): Promise<Map<string, FailedBot>> {
  const counts = Map.groupBy(lost, ({ bot_id }) => bot_id)
  const bots = new Map<string, FailedBot>()
  for (const [id, { length: count }] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await prepared<FailedBot>`
      with before as materialized (
        select id, off_at from bots where workspace_id = ${tx.workspaceId} and id = ${id}::uuid for no key update
      )
      update bots
      set failures = failures + ${count}::integer, failed_at = ${tx.clock.now()}::timestamptz,
        off_at = case when failures + ${count}::integer >= ${BOT_FAILURES_MAX}::integer
          then coalesce(bots.off_at, ${tx.clock.now()}::timestamptz) else bots.off_at end,
        off_reason = case when bots.off_at is null and failures + ${count}::integer >= ${BOT_FAILURES_MAX}::integer
          then 'failures' else off_reason end
      from before
      where bots.workspace_id = ${tx.workspaceId} and bots.id = before.id
      returning bots.id, name, failures, bots.off_at is not null as is_off, before.off_at is null and bots.off_at is not null as is_switched_off`.execute(
      tx.db,
    )
    for (const row of rows) bots.set(id, row)
  }
  return bots
}

/** Puts the conversations into the queue, and records in their threads why. */
async function recordLost(tx: Scope, lost: DueTurn[]): Promise<void> {
  const ids = lost.map(({ chat_id }) => chat_id)
  await recordChatChanges(
    tx,
    lost.map(({ chat_id: chatId, bot_id }) => ({
      chatId,
      kind: 'handed_over',
      data: {
        cause: 'bot_timed_out',
        from: { type: 'bot', id: bot_id },
        to: { type: 'queue', id: null },
        bot_id,
      },
    })),
  )
  await waitForPeople(tx, ids)
  await updateChats(
    tx,
    lost.map(({ chat_id: id }) => ({
      id,
      input: { assignee_id: null },
      because: { cause: 'bot_timed_out' },
    })),
    new Map(),
  )
}

function toTimeOuts(lost: DueTurn[], bots: Map<string, FailedBot>, now: Date): BotTimeOut[] {
  return lost.flatMap(({ bot_id: id, chat_id: conversation_id, inbound_at }) => {
    const bot = bots.get(id)
    if (!bot) return []
    const { name, failures, is_off } = bot
    return { id, name, conversation_id, inbound_at, timed_out_at: now, failures, is_off }
  })
}
