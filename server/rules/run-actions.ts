import { handOver } from '#bots/hand-over.ts'
import { lockPersonIds } from '#contacts/find-person-id.ts'
import { updateContact } from '#contacts/update-contact.ts'
import { lockChats } from '#conversations/change-chats.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import { createNotes } from '#conversations/notes/create-note.ts'
import { findMentioned } from '#conversations/notes/expand-mentions.ts'
import { updateChats } from '#conversations/update-chat.ts'
import type { UpdateChatInput } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { AppError } from '#lib/errors.ts'
import { composeReply } from '#messages/canned-replies/compose-reply.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'
import type { Action } from '#shared/rule-parts.ts'
import { createTickets } from '#tickets/create-ticket.ts'
import { recordAutomation } from './record-automation.ts'

/** An action that failed: its place among the actions, and why. */
export class FailedAction extends Error {
  readonly index: number
  readonly reason: AppError

  constructor(index: number, reason: AppError) {
    super(reason.message)
    this.index = index
    this.reason = reason
  }
}

/** Finds the members whom actions name, also by a team, before the transaction that runs the actions. */
export async function findNamedMembers(
  scope: Scope,
  actions: readonly Action[],
): Promise<PresentMembers> {
  const assigned = actions.flatMap((each) => (each.type === 'assign' ? [each.member_id] : []))
  const mentioned = actions.flatMap((each) => (each.type === 'notify' ? [toNote(each)] : []))
  const [assignees, others] = await Promise.all([
    findPresentMembers(scope, assigned),
    mentioned.length > 0 ? findMentioned(scope, mentioned).catch(withoutTeam) : NOBODY,
  ])
  return new Map([...assignees, ...others])
}

const NOBODY: PresentMembers = new Map()

/** A team that is deleted has no members; the action that names it fails. */
function withoutTeam(err: unknown): PresentMembers {
  if (err instanceof AppError && err.code === 'team_not_found') return NOBODY
  throw err
}

/** The ids of notes and held replies that actions created. */
type Made = { noteIds: string[]; heldIds: string[] }

/**
 * Holds a message instead of sending it, and returns the id of the held reply. `message`: as in POST /api/v1/messages/send; `isEnd`: whether
 * it is the last one of its action.
 */
export type Hold = (
  tx: Scope,
  input: SendInput,
  message: Record<string, unknown>,
  isEnd: boolean,
) => Promise<string>

/**
 * Runs actions on a conversation, in the name of the scope's actor and in the caller's transaction, in their order. `members`: those of
 * `findNamedMembers`; `hold`: how messages are held instead of sent. Returns what was created, or undefined if the conversation does not
 * exist.
 *
 * Locks: the contact, if an action writes it, and the conversation. @throws {FailedAction} an action cannot be done
 */
export async function runActions(
  caller: Scope,
  chatId: string,
  actions: readonly Action[],
  members: PresentMembers,
  hold?: Hold,
): Promise<Made | undefined> {
  const chat = await selectFrom(caller, 'chats')
    .select(['id', 'person_id'])
    .where('id', '=', chatId)
    .executeTakeFirst()
  if (!chat) return undefined
  // The caller may not see it any more after it moves to another team.
  const tx = unrestricted(caller)
  if (actions.some(({ type }) => type === 'set_field' || type === 'create_ticket'))
    await lockPersonIds(tx, [chat.person_id], 'change')
  if ((await lockChats(tx, [chatId])).length === 0) return undefined
  const made: Made = { noteIds: [], heldIds: [] }
  const target = { id: chatId, personId: chat.person_id, made, hold }
  for (const [index, action] of actions.entries())
    await runAction(tx, target, action, members).catch((err: unknown) => {
      throw err instanceof AppError ? new FailedAction(index, err) : err
    })
  return made
}

type Target = { id: string; personId: string; made: Made; hold: Hold | undefined }

/** Runs one action. @throws {AppError} the codes of its verb */
async function runAction(
  tx: Scope,
  chat: Target,
  action: Action,
  members: PresentMembers,
): Promise<void> {
  const update = (input: UpdateChatInput) => updateChats(tx, [{ id: chat.id, input }], members)
  switch (action.type) {
    case 'assign':
      await update({ assignee_id: action.member_id })
      return
    case 'set_team':
      await update({ team_id: action.team_id })
      return
    case 'add_tags':
    case 'remove_tags':
      await update({ tag_ids: await tagsAfter(tx, chat.id, action) })
      return
    case 'set_status':
      await update({ status: action.status })
      return
    case 'set_priority':
      await update({ priority: action.priority })
      return
    case 'hand_over':
      await handOver(tx, chat.id, { to: { type: 'bot', id: action.bot_id } }, members)
      return
    case 'snooze': {
      const until = tx.clock.now().getTime() + action.minutes * 60_000
      await update({ snoozed_until: new Date(until).toISOString() })
      return
    }
    case 'reply': {
      const contents = await composeReply(tx, chat, action)
      for (const [at, content] of contents.entries())
        await send(
          tx,
          chat,
          { conversationId: chat.id, ...content },
          content.mediaId ? { media_id: content.mediaId } : { message: content.text },
          at === contents.length - 1,
        )
      return
    }
    case 'template': {
      const { name, language } = action
      const content = { template: { name, language: { code: language } } }
      await send(
        tx,
        chat,
        {
          conversationId: chat.id,
          type: 'template',
          text: null,
          content,
          template: { name, language, components: [] },
        },
        { type: 'template', ...content },
      )
      return
    }
    case 'note':
    case 'notify': {
      const notes = await createNotes(tx, [{ chatId: chat.id, input: toNote(action) }], members)
      chat.made.noteIds.push(...notes.map(({ id }) => id))
      return
    }
    case 'create_ticket': {
      const { type: _, ...fields } = action
      const target = { person_id: chat.personId, conversation_id: chat.id }
      await createTickets(tx, [{ ...fields, ...target }], members)
      return
    }
    case 'set_field':
      await updateContact(tx, chat.personId, { fields: { [action.key]: action.value } })
      return
    case 'webhook':
      await recordAutomation(tx, { conversationId: chat.id, label: action.label })
  }
}

/** Returns the note of an action, which mentions those whom it notifies. */
function toNote(action: Extract<Action, { type: 'note' | 'notify' }>) {
  if (action.type === 'note') return { text: action.text }
  const { text, member_ids: mentions = [], team_ids: mentioned_team_ids = [] } = action
  return { text, mentions, mentioned_team_ids, add_participants: true }
}

async function send(
  tx: Scope,
  { hold, made }: Target,
  input: SendInput,
  message: Record<string, unknown>,
  isEnd = true,
): Promise<void> {
  if (hold) made.heldIds.push(await hold(tx, input, message, isEnd))
  else await insertSends(tx, [await prepareOneSend(tx, { ...input, actor: tx.actor })])
}

async function tagsAfter(
  tx: Scope,
  chatId: string,
  { type, tag_ids: given }: Extract<Action, { type: 'add_tags' | 'remove_tags' }>,
): Promise<string[]> {
  const rows = await selectFrom(tx, 'chat_tags')
    .select('tag_id')
    .where('chat_id', '=', chatId)
    .execute()
  const present = new Set(rows.map((row) => row.tag_id))
  const ids = new Set(given.map((id) => id.toLowerCase()))
  return [...(type === 'add_tags' ? present.union(ids) : present.difference(ids))]
}
