import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { countHandedBack } from '#conversations/count-handed-back.ts'
import { holdEndsAt } from '#conversations/hold-ends-at.ts'
import { botOf } from '#conversations/bot-of.ts'
import { closeAnswered } from '#conversations/is-unhandled.ts'
import { holderAt } from '#conversations/holder-at.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { MessageRow } from '../state/save-message-changes.ts'

/**
 * A recorded message. `isAnnounced`: the customer wrote it now, so the conversation becomes open, and unread unless another
 * app holds it. `heldBy`: who held the conversation then. `isAside`: nobody needs to answer it, so the last message stays.
 */
type RecordedMessage = {
  row: MessageRow
  windowEndsAt: Date | null
  isAnnounced: boolean
  isSilent: boolean
  isAside?: boolean
  heldBy: 'workspace' | 'other' | undefined
}

type Change = {
  unread: number
  isAnswered: boolean
  /** The time of the customer's first message after the last answer. */
  waitsSince: Date | null
  isReopened: boolean
  last: MessageRow | null
  windowExpiresAt: Date | null
  holder: 'workspace' | 'other' | null
  holderAt: Date | null
  customerWroteAt: Date | null
}

/** A conversation that its customer's message reopened, and its previous status. */
type ReopenedConversation = { id: string; from: 'snoozed' | 'closed'; personId: string }

/** The conversations that messages changed beyond their last message: reopened ones, and those with another holder. */
type ChangedConversations = { reopened: ReopenedConversation[]; handedOver: string[] }

/**
 * Updates the conversations of newly recorded messages: last message, unread count, window, status and holder; returns
 * the reopened ones, and those that went to or from another app. A message older than the conversation's last leaves that in place. A message from another app of the
 * business marks earlier ones as read. The conversations are locked.
 */
export async function updateConversations(
  tx: Scope,
  recorded: RecordedMessage[],
): Promise<ChangedConversations> {
  const changes = toChanges(recorded)
  const rows = await updateGiven(tx, changes)
  // A handover may have been reported before the message.
  const standby = recorded.filter(({ isAnnounced, heldBy }) => isAnnounced && heldBy === 'other')
  await countHandedBack(tx, [...new Set(standby.map(({ row }) => row.chat_id))])
  return {
    reopened: rows.filter((row) => row.isReopened),
    handedOver: rows.filter((row) => row.isHandedOver).map((row) => row.id),
  }
}

const updateGiven = gathered<[string, Change], ChangedConversation>((tx, changes) => {
  const now = tx.clock.now()
  const given = changes.rows('given', {
    chat_id: ['uuid', ([id]) => id],
    unread: ['integer', ([, chat]) => chat.unread],
    is_answered: ['boolean', ([, chat]) => chat.isAnswered],
    waits_since: ['timestamptz', ([, chat]) => chat.waitsSince],
    is_reopened: ['boolean', ([, chat]) => chat.isReopened],
    last_id: ['uuid', ([, chat]) => chat.last?.id ?? null],
    last_direction: ['text', ([, chat]) => chat.last?.direction ?? null],
    last_text: ['text', ([, chat]) => chat.last?.text ?? null],
    last_at: ['timestamptz', ([, chat]) => chat.last?.created_at ?? null],
    window_expires_at: ['timestamptz', ([, chat]) => chat.windowExpiresAt],
    held_by: ['text', ([, chat]) => chat.holder],
    held_at: ['timestamptz', ([, chat]) => chat.holderAt],
    wrote_at: ['timestamptz', ([, chat]) => chat.customerWroteAt],
  })
  const after = {
    holder: sql`case
      when held_at is not null
        and (chats.holder_at is null or (held_at, held_by) > (chats.holder_at, coalesce(chats.holder, '')))
      then held_by else chats.holder
    end`,
    holderAt: sql`greatest(chats.holder_at, held_at)`,
    customerWroteAt: sql`greatest(chats.customer_wrote_at, wrote_at)`,
  }
  return prepared<ChangedConversation>`
    with given as (
      select ${given.columns} from ${given}
    ), before as materialized (
      select given.workspace_id, chat_id, status, is_answered, waits_since,
        last_at is not null and (last_message_at is null or last_at >= last_message_at) as is_newer, ${holderAt(now)} as holding
      from given
      join chats on chats.workspace_id = given.workspace_id and chats.id = chat_id
    ), touched as (
      update chats
      set unread_count = case when given.is_answered and is_newer then 0 else unread_count end + given.unread,
        status = case when is_reopened then 'open' else chats.status end,
        snoozed_until = case when is_reopened then null else snoozed_until end,
        remind_if_unanswered = remind_if_unanswered and not is_reopened,
        opened_at = case when is_reopened and chats.status = 'closed' then ${now}::timestamptz else opened_at end,
        closed_at = case when is_reopened then null else closed_at end,
        assignee_id = case when is_reopened and chats.status = 'closed'
          then coalesce(${botOf(sql`given.workspace_id`, sql`chats.channel_id`, sql`chats.team_id`)}, assignee_id) else assignee_id end,
        last_message_id = case when is_newer then given.last_id else last_message_id end,
        last_message_direction = case when is_newer then given.last_direction else last_message_direction end,
        last_message_text = case when is_newer then given.last_text else last_message_text end,
        last_message_at = greatest(last_message_at, given.last_at),
        window_expires_at = greatest(chats.window_expires_at, given.window_expires_at),
        holder = ${after.holder},
        holder_at = ${after.holderAt},
        hold_ends_at = ${holdEndsAt(after, now)},
        holder_role = case when held_by = 'other' then coalesce(chats.holder_role, 'unknown_app') else chats.holder_role end,
        customer_wrote_at = ${after.customerWroteAt},
        updated_at = greatest(chats.updated_at, ${now}::timestamptz)
      from given
      join before on before.workspace_id = given.workspace_id and before.chat_id = given.chat_id
      where chats.workspace_id = given.workspace_id and chats.id = given.chat_id
      returning chats.workspace_id, chats.id, last_message_at, person_id, is_reopened, ${holderAt(now)} as holding
    ), active as (
      update chat_activity set activity_at = touched.last_message_at,
        waiting_since = case when is_answered and is_newer then waits_since else coalesce(waiting_since, waits_since) end
      from touched
      join before on before.workspace_id = touched.workspace_id and before.chat_id = touched.id
      where chat_activity.workspace_id = touched.workspace_id and chat_activity.chat_id = touched.id
    ), done as (
      select workspace_id, chat_id from before where is_answered and is_newer
    ), answered as (
      ${closeAnswered('done')}
    )
    select touched.workspace_id, touched.id, before.status as "from", person_id as "personId",
      is_reopened and before.status <> 'open' as "isReopened",
      coalesce(touched.holding, 'workspace') <> coalesce(before.holding, 'workspace') as "isHandedOver"
    from touched
    join before on before.workspace_id = touched.workspace_id and before.chat_id = touched.id
    where (is_reopened and before.status <> 'open')
      or coalesce(touched.holding, 'workspace') <> coalesce(before.holding, 'workspace')
    order by touched.id`.execute(tx.db)
})

type ChangedConversation = ReopenedConversation & {
  workspace_id: string
  isReopened: boolean
  isHandedOver: boolean
}

function toChanges(recorded: RecordedMessage[]): [string, Change][] {
  const chats = new Map<string, Change>()
  for (const each of recorded) {
    const { row, windowEndsAt, isAnnounced, isSilent, isAside, heldBy } = each
    if (isSilent && row.origin !== 'history') continue
    const before = chats.get(row.chat_id)
    const isAnswer = row.origin === 'echo'
    chats.set(row.chat_id, {
      unread: isAnswer ? 0 : (before?.unread ?? 0) + (isAnnounced && heldBy !== 'other' ? 1 : 0),
      isAnswered: isAnswer || (before?.isAnswered ?? false),
      waitsSince: isAnswer ? null : (before?.waitsSince ?? (isAnnounced ? row.created_at : null)),
      isReopened: isAnnounced || (before?.isReopened ?? false),
      last: isAside ? (before?.last ?? null) : row,
      windowExpiresAt: windowEndsAt ?? before?.windowExpiresAt ?? null,
      ...toHold(before, row, heldBy),
    })
  }
  return [...chats]
}

/** Returns the latest fact about the holder; of one second, that it is ours. `row` is not older than `before`. */
function toHold(
  before: Change | undefined,
  row: MessageRow,
  heldBy: 'workspace' | 'other' | undefined,
): Pick<Change, 'holder' | 'holderAt' | 'customerWroteAt'> {
  const isTie = before?.holderAt?.getTime() === row.created_at.getTime()
  const isKept = heldBy === undefined || (isTie && before?.holder === 'workspace')
  return {
    holder: isKept ? (before?.holder ?? null) : heldBy,
    holderAt: isKept ? (before?.holderAt ?? null) : row.created_at,
    customerWroteAt:
      row.direction === 'inbound' && row.type !== 'call'
        ? row.created_at
        : (before?.customerWroteAt ?? null),
  }
}
