import type { Selectable } from 'kysely'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { UNDO_MS } from '#conversations/undo-changes.ts'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Macros } from '#db/tables/rules.ts'
import { transaction } from '#db/transaction.ts'
import { holdReply } from '#inbox/held-replies/hold-reply.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { FailedAction, runActions } from '#rules/run-actions.ts'
import type { Hold } from '#rules/run-actions.ts'
import type { Action, MacroDone } from '#shared/rule-parts.ts'
import type { RuleAction } from '#shared/rules.ts'
import { readMacroState } from './read-macro-state.ts'
import type { MacroRun, RunMacroBody } from './schema.ts'

/** The actions whose effect leaves the conversation, or stays beside it. */
const FINAL: ReadonlySet<RuleAction> = new Set(['create_ticket', 'webhook', 'notify'])
const MESSAGES: ReadonlySet<RuleAction> = new Set(['reply', 'template'])

/**
 * Runs a macro on conversations, in the name of the scope's actor, in one transaction: all of its actions or none. For a minute, the
 * actor can undo it. `members`: those of `findNamedMembers`. The caller has checked `scopesOf`.
 *
 * @throws {AppError} conversation_not_found, action_failed, validation_failed
 */
export async function runMacro(
  scope: Scope,
  { macro, members }: { macro: Selectable<Macros>; members: PresentMembers },
  { conversation_ids: chatIds, hold_seconds: holdSeconds = 0 }: RunMacroBody,
): Promise<MacroRun> {
  if (holdSeconds > 0 && scope.actor.type !== 'member')
    throw invalidField('hold_seconds', 'requires a signed-in member')
  const ids = chatIds.map((id) => id.toLowerCase()).toSorted()
  const { actions, hold } = toHeld(macro.actions, holdSeconds)
  const id = newId()
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    for (const chatId of ids) {
      const before = await readMacroState(tx, chatId)
      const fields = await readFields(tx, chatId, actions)
      const made = await runActions(tx, chatId, actions, members, hold).catch(toActionFailed(macro))
      if (!before || !made) throw notFound('chats', chatId)
      const done: MacroDone = {
        before,
        after: (await readMacroState(tx, chatId)) ?? before,
        fields,
        note_ids: made.noteIds,
        held_ids: made.heldIds,
        kept: keptOf(actions, hold),
      }
      await insertRow(tx, 'macro_runs', {
        id,
        chat_id: chatId,
        macro_id: macro.id,
        actor_type: tx.actor.type,
        actor_id: tx.actor.id,
        done: JSON.stringify(done),
        created_at: now,
      })
    }
    await countUses(tx, macro.id, ids.length)
    return { id, conversation_ids: ids, undoable_until: new Date(now.getTime() + UNDO_MS) }
  })
}

/** Adds to the number of conversations in which a macro was run. */
export async function countUses(tx: Scope, macroId: string, count: number): Promise<void> {
  await prepared`
    update macros set uses = greatest(uses + ${count}::integer, 0)
    where workspace_id = ${tx.workspaceId} and id = ${macroId}::uuid`.execute(tx.db)
}

/** Returns how the messages of actions are held. A close that follows the last of them waits with it. */
function toHeld(
  actions: readonly Action[],
  seconds: number,
): { actions: readonly Action[]; hold: Hold | undefined } {
  const last = actions.findLastIndex(({ type }) => MESSAGES.has(type))
  if (seconds === 0 || last === -1) return { actions, hold: undefined }
  const isClose = (action: Action) => action.type === 'set_status' && action.status === 'closed'
  const closes = actions.slice(last).some(isClose)
  const total = actions.filter(({ type }) => MESSAGES.has(type)).length
  let held = 0
  const hold: Hold = async (tx, input, message, isEnd) => {
    if (isEnd) held += 1
    const isLast = isEnd && held % total === 0
    const { id } = await holdReply(tx, input, {
      conversation_id: input.conversationId!,
      message,
      hold_seconds: seconds,
      ...(closes && isLast && { closes }),
    })
    return id
  }
  return { actions: actions.filter((each, at) => at < last || !isClose(each)), hold }
}

function keptOf(actions: readonly Action[], hold: Hold | undefined): RuleAction[] {
  const kept = actions.flatMap(({ type }) =>
    FINAL.has(type) || (MESSAGES.has(type) && !hold) ? [type] : [],
  )
  return [...new Set(kept)]
}

/** Reads the values of the custom fields that actions set. */
async function readFields(
  tx: Scope,
  chatId: string,
  actions: readonly Action[],
): Promise<MacroDone['fields']> {
  const set = actions.flatMap((each) => (each.type === 'set_field' ? [each] : []))
  if (set.length === 0) return []
  const chat = await selectFrom(tx, 'chats')
    .select('person_id')
    .where('id', '=', chatId)
    .executeTakeFirst()
  const contact = chat && (await getById(tx, 'people', chat.person_id))
  const fields = new Map(set.map(({ key, value }) => [key, value]))
  return [...fields].map(([key, after]) => {
    const before = contact?.fields[key]
    return { key, before: before === undefined || before === null ? null : String(before), after }
  })
}

/** Returns a handler of errors that says which action failed, and why. */
function toActionFailed({ actions }: Pick<Selectable<Macros>, 'actions'>) {
  return (err: unknown): never => {
    if (!(err instanceof FailedAction)) throw err
    const { index, reason } = err
    const message = `Nothing was changed. Action ${index + 1}, ${itemAt(actions, index).type}: ${reason.message}`
    throw new AppError('action_failed', message, { cause: reason })
  }
}
