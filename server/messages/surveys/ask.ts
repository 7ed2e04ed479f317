import { sql } from 'kysely'
import type { Selectable, Updateable } from 'kysely'
import { getCsatSettings } from '#csat/get-csat-settings.ts'
import type { CsatSettings } from '#csat/schema.ts'
import { holderAt } from '#conversations/holder-at.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import type { Chats } from '#db/tables/conversations.ts'
import type { CsatRequests } from '#db/tables/csat-requests.ts'
import { AppError } from '#lib/errors.ts'
import type { CsatSkip } from '#shared/csat.ts'
import { findObstacle } from '../find-obstacle.ts'
import { insertSends } from '../queueing/insert-sends.ts'
import { joinContactState } from '../queueing/join-contact-state.ts'
import type { ChatRow } from '../queueing/join-contact-state.ts'
import type { PreparedSend } from '../queueing/prepare-send.ts'
import { prepareOneSend } from '../queueing/prepare-sends.ts'
import type { SendContent } from '../queueing/read-send-content.ts'
import { toTarget } from '../queueing/resolve-targets.ts'
import { chooseTexts } from './choose-texts.ts'
import { writeQuestionMessage } from './write-question-message.ts'
import { writeTemplateMessage } from './write-template-message.ts'

const DAY_MS = 86_400_000
/** The customer's last messages, by which their language is found. */
const READ_MESSAGES = 20

/** A question that is due. */
type DueRequest = { id: string; chat_id: string; round_at: Date; team_id: string | null }

/** A conversation with what decides whether and how its customer can be asked. */
type AskedChat = ChatRow &
  Pick<Selectable<Chats>, 'status' | 'opened_at' | 'created_at' | 'window_expires_at'> &
  Pick<Selectable<Channels>, 'type' | 'business_account' | 'account_status' | 'account_reason'> & {
    has_access_token: boolean
    holder: string | null
    /** The language of the contact. */
    language: string | null
  }

/**
 * Asks the customer of a conversation for a rating, or records why not. The question, its message and the row that says so are one
 * transaction, in which the conversation is locked. A conversation that was reopened meanwhile, or that the settings leave out now, is not
 * asked about.
 */
export async function ask(tx: Scope, request: DueRequest, chat: AskedChat): Promise<void> {
  const settings = await getCsatSettings(tx)
  const roundAt = chat.opened_at ?? chat.created_at
  const isOver = chat.status === 'closed' && roundAt.getTime() === request.round_at.getTime()
  const isOff = request.team_id !== null && settings.off_team_ids.includes(request.team_id)
  if (!isOver || isOff || !settings.is_on) return settle(tx, request, { state: 'dropped' })
  const reason = findReason(chat) ?? (await wasAskedLately(tx, chat, settings))
  if (reason) return skip(tx, request, reason)
  const messages = await readMessages(tx, request.chat_id)
  const texts = chooseTexts(settings.texts, { language: chat.language, messages })
  const asked = { requestId: request.id, settings, texts }
  const content = isWindowOpen(tx, chat)
    ? writeQuestionMessage(chat.type, asked)
    : await writeTemplateMessage(tx, chat, asked)
  if (!content)
    return skip(tx, request, settings.template === null ? 'window_closed' : 'template_not_usable')
  const prepared = await prepareAside(tx, chat, content)
  if (typeof prepared === 'string') return skip(tx, request, prepared)
  await settle(tx, request, {
    state: 'asked',
    asked_at: tx.clock.now(),
    message_id: prepared.message.id,
    language: texts.language,
    scale: settings.scale,
  })
  const data = { result: 'asked', by: wayOf(content) }
  await recordChatChanges(tx, [{ chatId: request.chat_id, kind: 'csat', data }])
  await insertSends(tx, [prepared])
}

/** Thanks a customer who rated in the chat, or asks for a comment, which their next message then is. Says nothing if that is late, or cannot be sent. */
export async function thank(
  tx: Scope,
  request: DueRequest & { language: string | null; answered_at: Date | null },
  chat: AskedChat,
  commentMs: number,
): Promise<void> {
  await updateTable(tx, 'csat_requests')
    .set({ due_at: null })
    .where('id', '=', request.id)
    .execute()
  const { texts: all, asks_comment: asksComment } = await getCsatSettings(tx)
  const texts = all.find(({ language }) => language === request.language) ?? all[0]
  const text = asksComment ? texts?.comment : texts?.thanks
  const isLate = tx.clock.now().getTime() - Number(request.answered_at) > commentMs
  const isSendable = !isLate && findReason(chat) === undefined && isWindowOpen(tx, chat)
  if (!text || !isSendable) return
  const prepared = await prepareAside(tx, chat, { type: 'text', text })
  if (typeof prepared === 'string') return
  if (asksComment && chat.status === 'closed')
    await updateTable(tx, 'chats')
      .set({ comment_until: new Date(tx.clock.now().getTime() + commentMs) })
      .where('id', '=', request.chat_id)
      .execute()
  await insertSends(tx, [prepared])
}

/** Locks a conversation, and reads what decides whether and how its customer can be asked. */
export async function lockAskedChat(tx: Scope, chatId: string): Promise<AskedChat | undefined> {
  const { workspaceId } = tx
  const { rows } = await sql<AskedChat>`
    select chats.id as chat_id, chats.person_id, chats.channel_id, chats.window_expires_at, chats.status, chats.opened_at,
      chats.created_at, is_blocked, is_opted_out, channels.type, channels.business_account, channels.account_status,
      channels.account_reason, channels.access_token is not null as has_access_token, ${holderAt(tx.clock.now())} as holder,
      (select language from people where people.workspace_id = ${workspaceId} and people.id = chats.person_id) as language
    from chats
    join channels on channels.workspace_id = ${workspaceId} and channels.id = chats.channel_id
    ${joinContactState(workspaceId)}
    where chats.workspace_id = ${workspaceId} and chats.id = ${chatId}
    for no key update of chats`.execute(tx.db)
  return rows[0]
}

function findReason(chat: AskedChat): CsatSkip | undefined {
  if (chat.is_blocked) return 'contact_blocked'
  if (findObstacle(chat)) return 'channel_not_connected'
  if (chat.holder !== null && chat.holder !== 'workspace') return 'held_by_another_app'
  return undefined
}

function isWindowOpen({ clock }: Scope, { window_expires_at: endsAt }: AskedChat): boolean {
  return endsAt === null || endsAt > clock.now()
}

/** Whether the contact was asked in the last days, in any of their conversations. */
async function wasAskedLately(
  tx: Scope,
  chat: AskedChat,
  { person_days: days }: CsatSettings,
): Promise<CsatSkip | undefined> {
  const since = new Date(tx.clock.now().getTime() - days * DAY_MS)
  const { rows } = await sql`
    select from chats
    join csat_requests as request on request.workspace_id = ${tx.workspaceId} and request.chat_id = chats.id
    where chats.workspace_id = ${tx.workspaceId} and chats.person_id = ${chat.person_id}
      and request.asked_at > ${since}::timestamptz
    limit 1`.execute(tx.db)
  return rows.length > 0 ? 'asked_lately' : undefined
}

async function readMessages(tx: Scope, chatId: string): Promise<string[]> {
  const rows = await selectFrom(tx, 'messages')
    .select('text')
    .where('chat_id', '=', chatId)
    .where('direction', '=', 'inbound')
    .orderBy('id', 'desc')
    .limit(READ_MESSAGES)
    .execute()
  return rows.flatMap(({ text }) => text ?? [])
}

/** Prepares a message that answers nothing. Returns why it cannot be sent instead, if so. */
async function prepareAside(
  tx: Scope,
  chat: AskedChat,
  content: SendContent,
): Promise<PreparedSend | CsatSkip> {
  const send = {
    ...content,
    conversationId: chat.chat_id,
    actor: { type: 'system', id: null },
    isAside: true,
  } as const
  try {
    return await prepareOneSend(tx, send, toTarget(chat, 'conversation_id'))
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    return err.code === 'window_closed' ? 'window_closed' : 'template_not_usable'
  }
}

function wayOf({ type, content }: SendContent): 'template' | 'buttons' | 'link' {
  if (type === 'template') return 'template'
  return content?.['rating_link'] === undefined ? 'buttons' : 'link'
}

async function skip(tx: Scope, request: DueRequest, reason: CsatSkip): Promise<void> {
  await settle(tx, request, { state: 'skipped', skip_reason: reason })
  const data = { result: 'skipped', reason }
  await recordChatChanges(tx, [{ chatId: request.chat_id, kind: 'csat', data }])
}

async function settle(
  tx: Scope,
  { id }: DueRequest,
  values: Updateable<CsatRequests>,
): Promise<void> {
  await updateTable(tx, 'csat_requests')
    .set({ ...values, due_at: null })
    .where('id', '=', id)
    .execute()
}
