import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { gathered } from '#db/gathered.ts'
import type { Chats } from '#db/tables/conversations.ts'
import { prepared } from '#db/prepared.ts'
import { rowColumns } from '#db/row-columns.ts'
import { entryOf } from '#lib/entry-of.ts'
import { newId } from '#lib/ids.ts'
import { botOf } from './bot-of.ts'

/**
 * The channel, the contact, and the platform's address of the contact or the group. `status` is that of a new
 * conversation, by default open.
 */
export type OpenChatInput = {
  channelId: string
  personId: string
  recipient: string
  isGroup?: boolean
  status?: 'open' | 'closed'
}

/** A locked conversation, and whether it was created now. */
export type OpenedChat = { chat: Selectable<Chats>; created: boolean }

/**
 * Locks and returns the conversation with each `recipient` on its channel; creates missing ones. Inputs with the same
 * recipient share one conversation; the first counts as its creator.
 *
 * Two concurrent transactions that open the same one end with one conversation: the second waits for the first. Runs
 * in the caller's transaction, which records `conversation.created` at its end where `created`.
 */
export async function openChats(tx: Scope, inputs: OpenChatInput[]): Promise<OpenedChat[]> {
  const distinct = new Map(inputs.toReversed().map((input) => [keyOf(input), input]))
  // All writers use one order, to avoid deadlocks.
  const ordered = [...distinct.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  // Whoever writes first has the conversation: a member who starts one does not talk to a customer of a bot.
  const isForBots = tx.actor.type !== 'member'
  const made = await insertChats(
    tx,
    ordered.map((input) => ({ ...input, isForBots })),
  )
  const chats = new Map(made.map((chat) => [rowKey(chat), chat]))
  const created = new Set(chats.keys())
  const others = ordered.filter((input) => !chats.has(keyOf(input)))
  if (others.length > 0)
    for (const chat of await lockChats(tx, others)) chats.set(rowKey(chat), chat)
  return inputs.map((input) => ({
    chat: entryOf(chats, keyOf(input)),
    created: created.delete(keyOf(input)),
  }))
}

type NewChat = OpenChatInput & { isForBots: boolean }

const insertChats = gathered<NewChat, Selectable<Chats>>((tx, inputs) => {
  const now = tx.clock.now()
  const given = inputs.rows('given', {
    id: ['uuid', () => newId()],
    channel_id: ['uuid', (input) => input.channelId],
    person_id: ['uuid', (input) => input.personId],
    recipient: ['text', (input) => input.recipient],
    is_group: ['boolean', (input) => input.isGroup ?? false],
    status: ['text', (input) => input.status ?? 'open'],
    is_for_bots: ['boolean', (input) => input.isForBots && input.status !== 'closed'],
  })
  const columns = sql.raw('id, channel_id, person_id, recipient, is_group, status')
  return prepared<Selectable<Chats>>`
    with made as (
      insert into chats (workspace_id, created_at, updated_at, team_id, assignee_id, ${columns})
      select given.workspace_id, ${now}::timestamptz, ${now}::timestamptz, channel.team_id,
        case when is_for_bots then
          ${botOf(sql`given.workspace_id`, sql`given.channel_id`, sql`channel.team_id`)} end,
        ${columns}
      from ${given}
      left join lateral (
        select team_id from channels
        where channels.workspace_id = given.workspace_id and channels.id = given.channel_id limit 1
      ) as channel on true
      order by given.workspace_id, given.channel_id, given.recipient
      on conflict (workspace_id, channel_id, recipient) do nothing
      returning ${rowColumns('chats')}
    ), activity as (
      insert into chat_activity (workspace_id, chat_id, activity_at, team_id, assignee_id)
      select workspace_id, id, created_at, team_id, assignee_id from made
    )
    select ${rowColumns('chats')} from made`.execute(tx.db)
})

async function lockChats(tx: Scope, inputs: OpenChatInput[]): Promise<Selectable<Chats>[]> {
  const wanted = bulkRows('wanted', inputs, {
    channel_id: ['uuid', (input) => input.channelId],
    recipient: ['text', (input) => input.recipient],
  })
  const { rows } = await prepared<Selectable<Chats>>`
    select ${rowColumns('chats')} from chats
    where workspace_id = ${tx.workspaceId} and (channel_id, recipient) in (
      select ${wanted.columns} from ${wanted}
    )
    order by id for no key update`.execute(tx.db)
  return rows
}

function keyOf(input: { channelId: string; recipient: string }): string {
  return `${input.channelId} ${input.recipient}`
}

function rowKey(chat: { channel_id: string; recipient: string }): string {
  return `${chat.channel_id} ${chat.recipient}`
}
