import type { Selectable } from 'kysely'
import { updateContact } from '#contacts/update-contact.ts'
import { lockPersonIds } from '#contacts/find-person-id.ts'
import { findTeams } from '#conversations/check-teams.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { removeNote } from '#conversations/notes/delete-note.ts'
import { UNDO_MS } from '#conversations/undo-changes.ts'
import { updateChats } from '#conversations/update-chat.ts'
import type { UpdateChatInput } from '#conversations/update-chat.ts'
import { withBots } from '#conversations/with-bots.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import type { MacroRuns } from '#db/tables/rules.ts'
import { transaction } from '#db/transaction.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { undoHeldReply } from '#inbox/held-replies/undo-held-reply.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { MacroDone, MacroState } from '#shared/rule-parts.ts'
import type { RuleAction } from '#shared/rules.ts'
import { readMacroState } from './read-macro-state.ts'
import { countUses } from './run-macro.ts'
import type { UndoneMacroRun } from './schema.ts'

type Row = Pick<Selectable<MacroRuns>, 'chat_id' | 'macro_id' | 'done'>

/** Finds the members and bots who had the conversations of a run before it, before the transaction that undoes it. */
export async function findFormerAssignees(scope: Scope, id: string): Promise<PresentMembers> {
  const rows = await readRun(unrestricted(scope), id)
  const ids = rows.flatMap(({ done }) => done.before.assignee_id ?? [])
  return withBots(scope, await findPresentMembers(scope, ids), ids)
}

/**
 * Undoes what the scope's actor did by a macro within the last minute, all of it in one transaction: held replies are not sent, notes are
 * deleted, and each part of a conversation gets its former value, unless it was changed since. `members`: those of `findFormerAssignees`.
 *
 * Locks: contacts whose fields are restored, then the conversations, each in the order of its id. @throws {AppError} macro_run_not_found
 */
export async function undoMacroRun(
  scope: Scope,
  id: string,
  members: PresentMembers,
): Promise<UndoneMacroRun> {
  return transaction(scope, async (caller) => {
    // The run may have moved the conversations out of the actor's sight.
    const tx = unrestricted(caller)
    const rows = await readRun(tx, id, 'change')
    if (rows.length === 0)
      throw new AppError(
        'macro_run_not_found',
        `You have no run ${id} of a macro to undo. It can be undone for a minute.`,
      )
    const kept = new Set<RuleAction>(rows.flatMap(({ done }) => done.kept))
    await restoreFields(tx, rows, kept)
    for (const { chat_id: chatId, done } of rows) {
      await undoCreated(tx, done, kept)
      await restoreChat(tx, chatId, done, members)
    }
    await countUses(tx, rows[0]!.macro_id, -rows.length)
    await deleteFrom(tx, 'macro_runs').where('id', '=', id.toLowerCase()).execute()
    return { conversation_ids: rows.map((row) => row.chat_id), kept: [...kept] }
  })
}

/** Reads the rows of a run of the scope's actor that can still be undone. */
async function readRun(scope: Scope, id: string, lock?: 'change'): Promise<Row[]> {
  const { actor, clock } = scope
  const query = selectFrom(scope, 'macro_runs')
    .select(['chat_id', 'macro_id', 'done'])
    .where('id', '=', isUuid(id) ? id : null)
    .where('actor_type', '=', actor.type)
    .where('actor_id', '=', actor.id)
    .where('created_at', '>', new Date(clock.now().getTime() - UNDO_MS))
    .orderBy('chat_id')
  return (lock ? query.forNoKeyUpdate() : query).execute()
}

/** Cancels held replies and deletes notes; what is sent or deleted already stays so. */
async function undoCreated(tx: Scope, done: MacroDone, kept: Set<RuleAction>): Promise<void> {
  for (const id of done.held_ids)
    await undoHeldReply(tx, id).catch((err: unknown) => {
      if (!(err instanceof AppError) || err.code !== 'held_reply_not_found') throw err
      kept.add('reply')
    })
  for (const id of done.note_ids)
    await removeNote(tx, id, false).catch((err: unknown) => {
      if (!(err instanceof AppError) || err.code !== 'note_not_found') throw err
    })
}

async function restoreFields(
  tx: Scope,
  rows: readonly Row[],
  kept: Set<RuleAction>,
): Promise<void> {
  const changed = rows.filter(({ done }) => done.fields.length > 0)
  if (changed.length === 0) return
  const chats = await selectFrom(tx, 'chats')
    .select(['id', 'person_id'])
    .where(
      'id',
      'in',
      changed.map((row) => row.chat_id),
    )
    .execute()
  const personOf = new Map(chats.map((chat) => [chat.id, chat.person_id]))
  await lockPersonIds(tx, [...new Set(personOf.values())], 'change')
  // The first of several conversations of one contact has the oldest values.
  for (const { chat_id: chatId, done } of changed.toReversed()) {
    const personId = personOf.get(chatId)
    if (personId === undefined) continue
    const { fields } = await getById(tx, 'people', personId)
    const same = done.fields.filter(({ key, after }) => String(fields[key] ?? '') === (after ?? ''))
    if (same.length < done.fields.length) kept.add('set_field')
    if (same.length > 0)
      await updateContact(tx, personId, {
        fields: Object.fromEntries(same.map(({ key, before }) => [key, before])),
      })
  }
}

async function restoreChat(
  tx: Scope,
  chatId: string,
  { before, after }: MacroDone,
  members: PresentMembers,
): Promise<void> {
  const now = await readMacroState(tx, chatId)
  if (!now) return
  const isUndoable = (name: keyof MacroState) =>
    before[name] !== after[name] && now[name] === after[name]
  const teams = await findTeams(tx, before.team_id === null ? [] : [before.team_id])
  const assignee = before.assignee_id
  const input: UpdateChatInput = {
    ...(isUndoable('assignee_id') &&
      (assignee === null || members.has(assignee)) && { assignee_id: assignee }),
    ...(isUndoable('team_id') &&
      (before.team_id === null || teams.has(before.team_id)) && { team_id: before.team_id }),
    ...(isUndoable('priority') && { priority: before.priority }),
    ...(isUndoable('status') || (isUndoable('snoozed_until') && now.status === after.status)
      ? toStatus(tx, before)
      : {}),
  }
  const tags = await tagsBefore(tx, now, { before, after })
  if (tags) input.tag_ids = tags
  if (Object.keys(input).length > 0) await updateChats(tx, [{ id: chatId, input }], members)
}

/** Returns the former status. A snooze that has ended in between is over. */
function toStatus(tx: Scope, { status, snoozed_until: until }: MacroState): UpdateChatInput {
  if (status !== 'snoozed') return { status }
  return until !== null && Date.parse(until) > tx.clock.now().getTime()
    ? { snoozed_until: until }
    : { status: 'open' }
}

/** Returns the tags without those that were added and with those that were removed; undefined if that changes nothing. */
async function tagsBefore(
  tx: Scope,
  now: MacroState,
  { before, after }: Pick<MacroDone, 'before' | 'after'>,
): Promise<string[] | undefined> {
  const [had, has, present] = [before, after, now].map(({ tag_ids }) => new Set(tag_ids))
  const removed = [...had!.difference(has!)]
  const existing =
    removed.length === 0
      ? []
      : await selectFrom(tx, 'tags').select('id').where('id', 'in', removed).execute()
  const wanted = present!
    .difference(has!.difference(had!))
    .union(new Set(existing.map(({ id }) => id)))
  return wanted.symmetricDifference(present!).size > 0 ? [...wanted] : undefined
}
