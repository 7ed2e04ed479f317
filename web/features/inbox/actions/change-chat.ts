import { api } from '../../../lib/api.ts'
import { inOrder } from '../../../lib/in-order.ts'
import { applyEventsToChat } from '../data/apply-events.ts'
import { eventLog, latestChat, logResponse } from '../data/inbox-cache.ts'
import { holdChange } from '../../../lib/pending-changes.ts'
import type { Chat, Tag } from '../data/types.ts'
import { updateCachedChat } from '../data/update-cached-chat.ts'
import { refetchCounts } from '../data/apply-events-to-cache.ts'

/** The body of PATCH /api/v1/chats/{id}. */
export type ChatPatch = {
  status?: Chat['status']
  snoozed_until?: string | null
  remind_if_unanswered?: boolean
  assignee_id?: string | null
  tag_ids?: string[]
  team_id?: string | null
  priority?: Chat['priority']
  participant_ids?: string[]
  unread?: boolean
}

/**
 * Changes a conversation here immediately, and then on the server. If that fails, the server's state is shown again.
 *
 * @throws {ParleyError} the server's error
 */
export async function changeChatOnServer(
  chat: Chat,
  patch: ChatPatch,
  tags: readonly Tag[] = [],
): Promise<void> {
  const before = latestChat(chat)
  const shown = toShown(before, patch, tags)
  const release = holdChange(chat.id, shown)
  updateCachedChat({ ...before, ...shown })
  const from = eventLog.position()
  try {
    const saved = await inOrder(chat.id, () => api.patch<Chat>(`/api/v1/chats/${chat.id}`, patch))
    release()
    logResponse({ type: 'conversation.updated', data: saved, id: null }, from)
    updateCachedChat(applyEventsToChat(saved, eventLog.since(from) ?? []))
  } catch (err) {
    release()
    const back = Object.keys(shown).map((name) => [name, before[name as keyof Chat]])
    updateCachedChat({ ...latestChat(chat), ...(Object.fromEntries(back) as Partial<Chat>) })
    throw err
  } finally {
    refetchCounts()
  }
}

/** Returns the state that the server will have after the patch. */
function toShown(chat: Chat, patch: ChatPatch, tags: readonly Tag[]): Partial<Chat> {
  const {
    status,
    snoozed_until,
    remind_if_unanswered: reminds = false,
    assignee_id,
    tag_ids,
    team_id,
    priority,
    participant_ids,
    unread,
  } = patch
  const shown: Partial<Chat> = {}
  const moved = { snoozed_until: null, remind_if_unanswered: false, closed_at: null }
  if (snoozed_until)
    Object.assign(shown, moved, { status: 'snoozed', snoozed_until, remind_if_unanswered: reminds })
  else if (status === 'closed')
    Object.assign(shown, moved, { status, closed_at: new Date().toISOString() })
  else if (status === 'open') Object.assign(shown, moved, { status })
  if (assignee_id !== undefined) Object.assign(shown, { assignee_id, assigned_by: null })
  if (team_id !== undefined) shown.team_id = team_id
  if (priority !== undefined) shown.priority = priority
  if (participant_ids) shown.participant_ids = participant_ids
  if (tag_ids) shown.tags = findTags(chat, tag_ids, tags)
  if (unread !== undefined) shown.unread_count = unread ? Math.max(1, chat.unread_count) : 0
  return shown
}

function findTags(chat: Chat, ids: string[], tags: readonly Tag[]): Chat['tags'] {
  const known = new Map(
    [...chat.tags, ...tags].map(({ id, name, color }) => [id, { id, name, color }]),
  )
  return ids.flatMap((id) => known.get(id) ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns the patch that undoes `patch`: the same fields with their old values. */
export function toUndo(chat: Chat, patch: ChatPatch): ChatPatch {
  const moved = patch.status !== undefined || patch.snoozed_until !== undefined
  const isAsleep = chat.status === 'snoozed' && chat.snoozed_until !== null
  const { snoozed_until, remind_if_unanswered } = chat
  const snooze = { snoozed_until, remind_if_unanswered }
  return {
    ...(moved && (isAsleep ? snooze : { status: chat.status })),
    ...(patch.assignee_id !== undefined && { assignee_id: chat.assignee_id }),
    ...(patch.team_id !== undefined && { team_id: chat.team_id }),
    ...(patch.priority !== undefined && { priority: chat.priority }),
    ...(patch.participant_ids && { participant_ids: chat.participant_ids }),
    ...(patch.tag_ids && { tag_ids: chat.tags.map(({ id }) => id) }),
    ...(patch.unread !== undefined && { unread: chat.unread_count > 0 }),
  }
}
