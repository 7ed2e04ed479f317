import type { Scope } from '#db/context.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { insertRow } from '#db/insert-row.ts'
import { newId } from '#lib/ids.ts'
import type { DemoConversation } from './demo-conversations.ts'

const MINUTE_MS = 60_000

/** Creates the rating of a closed demo conversation, and what its thread says about it. */
export async function seedRating(
  scope: Scope,
  { rating, comment, minutesAgo }: NonNullable<DemoConversation['rating']>,
  chat: {
    id: string
    createdAt: Date
    channelId: string
    personId: string
    memberId: string | null
  },
): Promise<void> {
  const at = (minutes: number) =>
    new Date(scope.clock.now().getTime() - (minutesAgo - minutes) * MINUTE_MS)
  await insertRow(scope, 'csat_requests', {
    id: newId(at(0)),
    chat_id: chat.id,
    round_at: chat.createdAt,
    state: 'answered',
    channel_id: chat.channelId,
    member_id: chat.memberId,
    language: 'en',
    scale: 5,
    asked_at: at(0),
    rating,
    comment,
    answered_at: at(3),
    created_at: at(0),
  })
  const asked = { result: 'asked', by: 'buttons' }
  await recordChatChanges(scope, [{ chatId: chat.id, kind: 'csat', data: asked }], at(0))
  const person: Scope = { ...scope, actor: { type: 'person', id: chat.personId } }
  const answered = { result: 'answered', rating, comment }
  await recordChatChanges(person, [{ chatId: chat.id, kind: 'csat', data: answered }], at(3))
}
