import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { createContact } from '#contacts/create-contact.ts'
import { matchPerson } from '#contacts/match-person.ts'
import { createNotes } from '#conversations/notes/create-note.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { openChat } from '#conversations/open-chat.ts'
import { getById } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { newId } from '#lib/ids.ts'
import { lastOf } from '#lib/last-of.ts'
import { present } from '#lib/present.ts'
import { endOfWindow } from '#messages/state/end-of-window.ts'
import { createComment } from '#tickets/activity/create-comment.ts'
import { createTickets } from '#tickets/create-ticket.ts'
import { HOLD_MS } from '#shared/conversations.ts'
import { DEMO_CHANNEL_TYPE } from '#shared/channel-types.ts'
import { defined } from '#lib/defined.ts'
import { updateById } from '#db/update-by-id.ts'
import type { DemoConversation, DemoMessage } from './demo-conversations.ts'
import { seedRating } from './seed-rating.ts'
import { seedFile, seedTags } from './seed-tags.ts'

const MINUTE_MS = 60_000

/** Where a conversation of the demo is, who has it, who wrote its notes, and the bot. */
type DemoPlace = {
  channelId: string
  teamId: string | null
  assigneeId: string | null
  authorId: string
  botId: string
}

/**
 * Creates a demo contact with conversation, messages and ticket, each dated in the past, in the caller's transaction.
 */
export async function seedConversation(
  scope: Scope,
  demo: DemoConversation,
  at: DemoPlace,
): Promise<void> {
  const now = scope.clock.now().getTime()
  const timeOf = (minutesAgo: number) => new Date(now - minutesAgo * MINUTE_MS)
  const first = firstOf(demo.messages)
  const then: Scope = { ...scope, clock: { now: () => timeOf(first.minutesAgo) } }
  const wa = demo.phone.slice(1)
  if (demo.campaign !== undefined)
    await createContact(then, {
      name: demo.name,
      phone: demo.phone,
      source: 'form',
      campaign: demo.campaign,
      ...defined({ email: demo.email }),
    })
  const { person } = await matchPerson(then, {
    name: demo.name,
    phoneE164: demo.phone,
    email: demo.email,
    language: demo.language,
    identities: [{ kind: 'wa_id', value: wa }],
    source: DEMO_CHANNEL_TYPE,
    seenAt: timeOf(present(demo.messages.findLast((each) => each.from === 'customer')).minutesAgo),
  })
  const { chat } = await openChat(then, {
    channelId: at.channelId,
    personId: person.id,
    recipient: wa,
  })
  const rows = demo.messages.map((message) => ({
    ...toRow(message, timeOf(message.minutesAgo), at.assigneeId),
    workspace_id: scope.workspaceId,
    chat_id: chat.id,
    person_id: person.id,
    channel_id: at.channelId,
    ...(demo.holder && { is_standby: true }),
    ...(demo.handedOver &&
      message.from === 'us' && { author_type: 'bot' as const, author_id: at.botId }),
    // The answers of another app.
    ...(demo.holder &&
      message.from === 'us' && {
        origin: 'echo' as const,
        author_type: 'system' as const,
        author_id: null,
      }),
  }))
  await scope.db.insertInto('messages').values(rows).execute()
  const last = lastOf(rows)
  const lastInbound = present(rows.findLast((row) => row.direction === 'inbound'))
  const windowEndsAt = endOfWindow(DEMO_CHANNEL_TYPE, lastInbound.created_at)
  await updateById(scope, 'chats', chat.id, {
    status: demo.status ?? 'open',
    assignee_id: at.assigneeId,
    team_id: at.teamId,
    priority: demo.priority ?? null,
    unread_count: demo.unread,
    last_message_id: last.id,
    last_message_direction: last.direction,
    last_message_text: last.text,
    last_message_at: last.created_at,
    window_expires_at: windowEndsAt,
    customer_wrote_at: lastInbound.created_at,
    ...(demo.holder && {
      holder: 'other' as const,
      holder_at: last.created_at,
      hold_ends_at: new Date(lastInbound.created_at.getTime() + HOLD_MS),
      holder_role: demo.holder,
      holder_role_at: firstOf(rows).created_at,
    }),
    updated_at: last.created_at,
  })
  await scope.db
    .updateTable('chat_activity')
    .set({
      activity_at: last.created_at,
      waiting_since:
        demo.status === 'closed'
          ? null
          : firstUnanswered(rows.filter((_, index) => !demo.messages[index]?.isAway)),
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('chat_id', '=', chat.id)
    .execute()
  if (demo.rating)
    await seedRating(scope, demo.rating, {
      id: chat.id,
      createdAt: chat.created_at,
      channelId: at.channelId,
      personId: person.id,
      memberId: at.assigneeId,
    })
  for (const [index, { isAway }] of demo.messages.entries())
    if (isAway) await seedAwayReply(scope, chat.id, itemAt(rows, index))
  if (demo.handedOver) {
    const bot = { id: at.botId, keyId: at.botId, type: 'bot' } as const
    const data = {
      cause: 'hand_over',
      from: { type: 'bot', id: at.botId },
      to: { type: 'queue', id: null },
      reason: demo.handedOver.reason,
    }
    const handedAt = new Date(last.created_at.getTime() + MINUTE_MS / 2)
    const byBot: Scope = { ...scope, actor: bot, clock: { now: () => handedAt } }
    const note = { chatId: chat.id, input: { text: demo.handedOver.summary } }
    await createNotes(byBot, [note], new Map())
    const taken = { assignee_id: null, previous_assignee_id: at.botId, cause: 'hand_over' }
    await recordChatChanges(byBot, [
      { chatId: chat.id, kind: 'handed_over', data },
      { chatId: chat.id, kind: 'assigned', data: taken },
    ])
  }
  if (demo.ticket)
    await seedTicket(scope, demo.ticket, at, {
      personId: person.id,
      messageId: lastInbound.id,
      createdAt: last.created_at,
    })
}

/** Returns the time of the customer's first message after the last answer; null if there is none. */
function firstUnanswered(rows: readonly { direction: string; created_at: Date }[]): Date | null {
  const answered = rows.findLastIndex((row) => row.direction === 'outbound')
  return rows[answered + 1]?.created_at ?? null
}

/** Records that a message was the away reply of its conversation. */
async function seedAwayReply(
  scope: Scope,
  chatId: string,
  { id, created_at: at }: { id: string; created_at: Date },
): Promise<void> {
  const data = { message_id: id, because: 'outside_hours' }
  await recordChatChanges(scope, [{ chatId, kind: 'away_reply', data }], at)
  const { created_at } = await getById(scope, 'chats', chatId)
  await insertRow(scope, 'away_replies', {
    chat_id: chatId,
    round_at: created_at,
    message_id: id,
    created_at: at,
  })
}

/** Creates the ticket of a conversation at the time of its last message. */
async function seedTicket(
  scope: Scope,
  demo: NonNullable<DemoConversation['ticket']>,
  at: { assigneeId: string | null; authorId: string },
  { personId, messageId, createdAt }: { personId: string; messageId: string; createdAt: Date },
): Promise<void> {
  const members: PresentMembers = new Map(
    at.assigneeId
      ? [[at.assigneeId, { id: at.assigneeId, visibility: 'all', seesNoTeam: true }]]
      : [],
  )
  const { title, priority, dueInHours, description, tags, file, comment } = demo
  const later: Scope = { ...scope, clock: { now: () => createdAt } }
  // The audit log is in the order of its entries, so the tags are not created in the past.
  const tagIds = await seedTags(scope, tags)
  const mediaIds = await seedFile(later, file)
  const now = scope.clock.now().getTime()
  const ticket = {
    person_id: personId,
    title,
    priority,
    message_id: messageId,
    ...(at.assigneeId && { assignee_id: at.assigneeId }),
    ...(dueInHours && { due_at: new Date(now + dueInHours * 60 * MINUTE_MS).toISOString() }),
    ...defined({ description }),
    tag_ids: tagIds,
    media_ids: mediaIds,
  }
  const created = firstOf(await createTickets(later, [ticket], members))
  if (comment === undefined) return
  const commentedAt = new Date(createdAt.getTime() + 4 * MINUTE_MS)
  const author: Scope = {
    ...scope,
    actor: { type: 'member', id: at.authorId },
    clock: { now: () => commentedAt },
  }
  await createComment(author, created.id, { text: comment }, members)
}

function toRow(message: DemoMessage, at: Date, assigneeId: string | null) {
  const id = newId(at)
  const text = message.text
  if (message.from === 'customer')
    return {
      id,
      direction: 'inbound' as const,
      type: 'text',
      text,
      status: 'received' as const,
      author_type: 'person' as const,
      platform_message_id: `wamid.demo.${id}`,
      created_at: at,
    }
  const status = message.status ?? 'delivered'
  const reached = (seconds: number) => new Date(at.getTime() + seconds * 1000)
  const failed = status === 'failed'
  return {
    id,
    direction: 'outbound' as const,
    type: 'text',
    text,
    status,
    error_code: failed ? '131026' : null,
    error_message: failed ? 'The message could not be delivered.' : null,
    author_type: assigneeId ? ('member' as const) : ('system' as const),
    author_id: assigneeId,
    platform_message_id: `wamid.demo.${id}`,
    created_at: at,
    sent_at: reached(1),
    delivered_at: status === 'delivered' || status === 'read' ? reached(3) : null,
    read_at: status === 'read' ? reached(90) : null,
  }
}
