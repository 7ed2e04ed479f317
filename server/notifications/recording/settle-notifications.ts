import { sql } from 'kysely'
import { isUnhandled } from '#conversations/is-unhandled.ts'
import { lockNotifications } from '#conversations/lock-notifications.ts'
import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Brings notifications up to date with conversations and tickets that were changed: a handled conversation leaves the lists of
 * all members, and one with another assignee moves. Assignments and reminders of members count as read once their conversation
 * or ticket is closed or another member's; a follower's reminder stays. Returns whether a list changed.
 */
export async function settleNotifications(
  tx: Scope,
  { chatIds, ticketIds }: { chatIds: string[]; ticketIds: string[] },
): Promise<boolean> {
  const conversations = await settleConversations(tx, chatIds)
  const own = [...(await settleOwn.chats(tx, chatIds)), ...(await settleOwn.tickets(tx, ticketIds))]
  return conversations.length + own.length > 0
}

type Settled = { workspace_id: string }

const settleConversations = gathered<string, Settled>((tx, ids) => {
  const isOpen = isUnhandled(sql`entry.since_id`)
  const given = ids.rows('given', { chat_id: ['uuid', (id) => id] })
  return prepared<Settled>`
    update conversation_notifications as entry set assignee_id = chats.assignee_id, is_open = ${isOpen}
    from ${lockNotifications(given)} as locked, chats
    where entry.workspace_id = locked.workspace_id and entry.chat_id = locked.chat_id
      and chats.workspace_id = locked.workspace_id and chats.id = locked.chat_id
      and (entry.assignee_id is distinct from chats.assignee_id or entry.is_open <> ${isOpen})
    returning entry.workspace_id`.execute(tx.db)
})

/** Settles the rows of members. A locked one is being read. */
const settleOwn = { chats: createSettler('chats'), tickets: createSettler('tickets') }

function createSettler(table: 'chats' | 'tickets') {
  const key = table === 'chats' ? sql`chat_id` : sql`ticket_id`
  // A reminder of a conversation is for who asked for it, whoever is assigned.
  const isKept = table === 'chats' ? sql`item.kind = 'reminder'` : sql`false`
  const isFollowed =
    table === 'chats'
      ? sql`false`
      : sql`exists (
          select from ticket_followers as follower
          where follower.workspace_id = unread.workspace_id and follower.ticket_id = subject.id
            and follower.membership_id = item.membership_id
        )`
  return gathered<string, Settled>((tx, ids) => {
    const given = ids.rows('given', { subject_id: ['uuid', (id) => id] })
    return prepared<Settled>`
      update notifications as item set read_at = ${tx.clock.now()}, mail_due_at = null
      from (
        select notifications.workspace_id, notifications.id, given.subject_id
        from ${given}
        join notifications on notifications.workspace_id = given.workspace_id and notifications.${key} = given.subject_id
        where notifications.read_at is null and notifications.kind in ('assignment', 'message', 'reminder')
        for update of notifications skip locked
      ) as unread, ${sql.table(table)} as subject
      where item.workspace_id = unread.workspace_id and item.id = unread.id
        and subject.workspace_id = unread.workspace_id and subject.id = unread.subject_id
        and (subject.status in ('solved', 'closed') or (subject.assignee_id is distinct from item.membership_id and not ${isKept}
          and (subject.assignee_id is not null and not ${isFollowed} or item.kind = 'assignment')))
      returning item.workspace_id`.execute(tx.db)
  })
}
