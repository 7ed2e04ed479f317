import { bulkRows } from '#db/bulk-rows.ts'
import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import { lastOf } from '#lib/last-of.ts'
import type { ContactSnapshot } from './engine/moment.ts'
import type { Step } from './read-steps.ts'

/** What rules look at that costs a look at the messages of each conversation, or at all bots. */
export type Needs = { nth: boolean; inbound: boolean; bots: boolean }

/** What the events of a conversation do not say. */
export type ChatFacts = {
  contact: ContactSnapshot
  /** When it was opened last. */
  opened_at: string
  /** Returns when it was opened last before a time. */
  openedBefore: (at: Date) => string
  /** The newest message of the customer before the steps. */
  last_inbound_id: string | null
  /** The ids of all bots, if a condition needs them. */
  bots: ReadonlySet<string>
}

type Row = {
  id: string
  opened: Date[]
  opted_out: boolean
  language: string | null
  fields: Record<string, unknown>
  last_inbound_id: string | null
}

/**
 * Reads, for the conversations of steps, their contacts as they are now, when they were opened, and the place of each received message among
 * the customer's messages of the round, by its id.
 */
export async function readFacts(
  scope: Scope,
  steps: readonly Step[],
  chatIds: readonly string[],
  { nth: needsNth, inbound, bots: needsBots }: Needs,
): Promise<{ chats: ReadonlyMap<string, ChatFacts>; nth: ReadonlyMap<string, number> }> {
  const [chats, nth] = await Promise.all([
    readChatFacts(scope, steps, chatIds, { inbound, bots: needsBots }),
    needsNth ? countMessages(scope, steps) : new Map<string, number>(),
  ])
  return { chats, nth }
}

async function readChatFacts(
  scope: Scope,
  steps: readonly Step[],
  chatIds: readonly string[],
  needs: Pick<Needs, 'inbound' | 'bots'>,
): Promise<ReadonlyMap<string, ChatFacts>> {
  const { workspaceId } = scope
  const first = new Map(steps.toReversed().map((step) => [step.chatId, step.at]))
  const asked = bulkRows('asked', chatIds, {
    id: ['uuid', (id) => id],
    since: ['timestamptz', (id) => first.get(id) ?? scope.clock.now()],
  })
  const { rows } = await prepared<Row>`
    select chats.id, person.opted_out_at is not null as opted_out, person.language, person.fields,
      array[chats.created_at] || array(
        select occurred_at from chat_changes
        where workspace_id = ${workspaceId} and chat_id = chats.id and kind = 'reopened' and data ->> 'from' = 'closed'
        order by occurred_at
      ) as opened,
      (
        select messages.id from messages
        where messages.workspace_id = ${workspaceId} and messages.chat_id = chats.id and direction = 'inbound'
          and messages.created_at < asked.since and ${needs.inbound}::boolean
        order by messages.created_at desc, messages.id desc limit 1
      ) as last_inbound_id
    from ${asked}
    join chats on chats.workspace_id = ${workspaceId} and chats.id = asked.id
    join people as person on person.workspace_id = ${workspaceId} and person.id = chats.person_id`.execute(
    scope.db,
  )
  const bots = needs.bots ? await selectFrom(scope, 'bots').select('id').execute() : []
  const botIds = new Set(bots.map(({ id }) => id))
  return new Map(
    rows.map(({ id, opened, opted_out, language, fields, last_inbound_id }) => {
      const openedBefore = (at: Date) =>
        (opened.findLast((each) => each <= at) ?? opened[0]!).toISOString()
      return [
        id,
        {
          contact: { opted_out, language, fields },
          opened_at: lastOf(opened)!.toISOString(),
          openedBefore,
          last_inbound_id,
          bots: botIds,
        },
      ]
    }),
  )
}

/** Counts the customer's messages since a conversation was closed last, up to each message that steps received. */
async function countMessages(
  scope: Scope,
  steps: readonly Step[],
): Promise<ReadonlyMap<string, number>> {
  const { workspaceId } = scope
  const received = steps.flatMap(({ chatId, at, events }) =>
    events.flatMap(({ type, data }) =>
      type === 'message.received'
        ? [{ chatId, at, id: data.id, createdAt: new Date(String(data['created_at'])) }]
        : [],
    ),
  )
  if (received.length === 0) return new Map()
  const asked = bulkRows('asked', received, {
    id: ['uuid', ({ id }) => id],
    chat_id: ['uuid', ({ chatId }) => chatId],
    at: ['timestamptz', ({ at }) => at],
    created_at: ['timestamptz', ({ createdAt }) => createdAt],
  })
  const { rows } = await prepared<{ id: string; nth: number }>`
    select asked.id, (
      select count(*)::integer from messages
      where messages.workspace_id = ${workspaceId} and messages.chat_id = asked.chat_id and direction = 'inbound'
        and messages.created_at <= asked.created_at
        and messages.created_at > coalesce((
          select max(occurred_at) from chat_changes
          where workspace_id = ${workspaceId} and chat_id = asked.chat_id and kind = 'closed' and occurred_at < asked.at
        ), '-infinity')
    ) as nth
    from ${asked}`.execute(scope.db)
  return new Map(rows.map(({ id, nth }) => [id, nth]))
}
