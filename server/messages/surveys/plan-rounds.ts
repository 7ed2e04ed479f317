import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { getCsatSettings } from '#csat/get-csat-settings.ts'
import { lockFollower } from '#followers/lock-follower.ts'
import { newId } from '#lib/ids.ts'

/** The most events whose conversations one transaction plans. */
const EVENTS = 1_000
/** A round is asked about only if its customer wrote so long before its close, so that closing old conversations asks nobody. */
const WROTE_DAYS = 7

/**
 * Plans the questions about rounds that ended after the event `position`: those of conversations that are closed now, in which the customer
 * wrote and was answered, unless their team is left out. Each is due after the delay of the settings. Returns up to which event it
 * planned. A round is planned once, whatever is repeated.
 */
export async function planRounds(
  scope: Scope,
  { position, head }: { position: number; head: number },
): Promise<number> {
  const until = Math.min(head, position + EVENTS)
  if (until <= position) return until
  await transaction(scope, async (tx) => {
    await lockFollower(tx, 'csat')
    const ids = await findClosed(tx, position, until)
    const settings = await getCsatSettings(tx)
    if (ids.length > 0 && settings.is_on) await insertRounds(tx, ids, settings)
  })
  return until
}

/** Finds the conversations that events report as closed. */
async function findClosed(tx: Scope, after: number, until: number): Promise<string[]> {
  const { rows } = await prepared<{ id: string }>`
    select distinct body::jsonb #>> '{data,id}' as id from events
    where workspace_id = ${tx.workspaceId} and position > ${after}::bigint and position <= ${until}::bigint
      and type = 'conversation.updated' and strpos(body, '"status":"closed"') > 0`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/**
 * Inserts the questions. A round begins after the last close before it. A close that was taken back before its question was asked
 * does not count; where taking it back ended no round, the question is due after the last close of the round.
 */
async function insertRounds(
  tx: Scope,
  chatIds: string[],
  { delay_minutes: delay, off_team_ids: off }: { delay_minutes: number; off_team_ids: string[] },
): Promise<void> {
  const { workspaceId } = tx
  const given = bulkRows('given', chatIds, {
    id: ['uuid', () => newId()],
    chat_id: ['uuid', (chatId) => chatId],
  })
  await prepared`
    insert into csat_requests
      (workspace_id, id, chat_id, round_at, state, due_at, channel_id, team_id, member_id, created_at)
    select ${workspaceId}::uuid, given.id, chats.id, round.began_at, 'due',
      chats.closed_at + make_interval(mins => ${delay}::int), chats.channel_id, chats.team_id, replies.member_id,
      ${tx.clock.now()}::timestamptz
    from ${given}
    join chats on chats.workspace_id = ${workspaceId} and chats.id = given.chat_id
    cross join lateral (
      select coalesce(chats.opened_at, chats.created_at) as began_at,
        coalesce((
          select max(occurred_at) from chat_changes as change
          where change.workspace_id = ${workspaceId} and change.chat_id = chats.id and change.kind = 'closed'
            and change.occurred_at <= chats.opened_at
            and not exists (
              select from csat_requests as taken_back
              where taken_back.workspace_id = ${workspaceId} and taken_back.chat_id = chats.id
                and taken_back.round_at = (change.data ->> 'opened_at')::timestamptz
                and taken_back.state in ('due', 'dropped'))
        ), '-infinity') as after
    ) as round
    cross join lateral (
      select count(*) as count, (array_agg(author_id order by id desc) filter (where author_type = 'member'))[1] as member_id
      from messages
      where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id and messages.created_at > round.after
        and direction = 'outbound' and status <> 'failed' and (author_type in ('member', 'api_key') or origin = 'echo')
    ) as replies
    where chats.status = 'closed' and chats.closed_at is not null and not chats.is_group
      and (chats.team_id is null or chats.team_id <> all (${off}::uuid[]))
      and replies.count > 0
      and exists (
        select from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id and messages.created_at > round.after
          and messages.created_at > chats.closed_at - make_interval(days => ${WROTE_DAYS}::int) and direction = 'inbound')
    on conflict (workspace_id, chat_id, round_at) do update set state = 'due', due_at = excluded.due_at
      where csat_requests.state in ('due', 'dropped')`.execute(tx.db)
}
