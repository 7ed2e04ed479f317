import { checkMembers } from '#conversations/check-members.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { checkHolder, lockHolder } from '#conversations/lock-holder.ts'
import { createNotes } from '#conversations/notes/create-note.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { Chat, UpdateChatBody } from '#conversations/schema.ts'
import { updateChats } from '#conversations/update-chat.ts'
import { withBots } from '#conversations/with-bots.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { notFound } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { Static } from 'typebox'
import { AppError, invalidField } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { finishTurn } from './finish-turn.ts'
import { keepQueued } from './keep-queued.ts'
import type { HandOverInput } from './schema.ts'
import { waitForPeople } from './wait-for-people.ts'

/** Finds the member to whom a conversation is to be handed over, before the transaction that does it. */
export function findReceiver(scope: Scope, { to }: HandOverInput): Promise<PresentMembers> {
  return findPresentMembers(scope, to.type === 'member' ? [to.id] : [])
}

/**
 * Hands a conversation over, with a summary for whoever goes on, and returns it. All of it happens, or nothing. A bot must hold the
 * conversation; what it sent before is still sent. `members`: those of `findReceiver`; needed inside a transaction.
 *
 * @throws {AppError} conversation_not_found, not_holder, membership_not_found, team_not_found, bot_not_found, bot_off, validation_failed
 */
export async function handOver(
  scope: Scope,
  chatId: string,
  input: HandOverInput,
  members?: PresentMembers,
): Promise<Chat> {
  const receivers = members ?? (await findReceiver(scope, input))
  return transaction(scope, async (caller) => {
    const before = await lockHolder(caller, chatId)
    checkHolder(caller.actor, before, input.holder_version)
    // The caller may not see the conversation any more after it moves to another team.
    const tx = unrestricted(caller)
    const { to, summary } = input
    const { change, present } = await readTarget(tx, to, receivers)
    if (tx.actor.type === 'bot')
      await finishTurn(tx, {
        chatId: before.id,
        botId: tx.actor.id,
        version: before.holder_version,
      })
    if (summary !== undefined)
      await createNotes(tx, [{ chatId: before.id, input: { text: summary } }], new Map())
    const reason = input.reason === undefined ? undefined : readTrimmed('reason', input.reason)
    const from = before.held_by
    const data = {
      cause: 'hand_over',
      from: { type: from.type, id: from.id },
      to: { type: to.type, id: to.id?.toLowerCase() ?? null },
      ...(reason !== undefined && { reason }),
      ...(summary !== undefined && { summary: summary.trim() }),
      ...(from.type === 'bot' && { bot_id: from.id }),
    }
    await recordChatChanges(tx, [{ chatId: before.id, kind: 'handed_over', data }])
    if (from.type === 'bot' && to.type !== 'bot') await waitForPeople(tx, [before.id])
    const because = { cause: 'hand_over' }
    const chat = firstOf(
      await updateChats(tx, [{ id: before.id, input: change, because }], present),
    )
    if (tx.actor.type === 'bot') await keepQueued(tx, before, chat.held_by.version)
    return chat
  })
}

/** What a conversation gets, and the present members and bots among its new assignees. */
type Target = { change: Static<typeof UpdateChatBody>; present: PresentMembers }

/** Returns what a conversation gets that is handed over to `to`. */
async function readTarget(
  tx: Scope,
  { type, id }: HandOverInput['to'],
  members: PresentMembers,
): Promise<Target> {
  if (type === 'queue') {
    if (id !== undefined) throw invalidField('to.id', 'cannot be combined with queue')
    return { change: { assignee_id: null }, present: members }
  }
  if (id === undefined) throw invalidField('to.id', `is required for ${type}`)
  if (type === 'team') return { change: { team_id: id, assignee_id: null }, present: members }
  if (type === 'member') checkMembers(members, [id])
  else await checkBot(tx, id)
  return {
    change: { assignee_id: id },
    present: type === 'bot' ? await withBots(tx, members, [id]) : members,
  }
}

async function checkBot(tx: Scope, id: string): Promise<void> {
  const bot = await selectFrom(tx, 'bots')
    .select(['name', 'off_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!bot) throw notFound('bots', id)
  if (bot.off_at) throw new AppError('bot_off', `The bot ${bot.name} is off. Switch it on first.`)
}
