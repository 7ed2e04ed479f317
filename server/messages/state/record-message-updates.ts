import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { newId } from '#lib/ids.ts'
import type { ReadUpdate } from '#platforms/item.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { CHANNEL_IDENTITY_KINDS } from '#shared/identity-kinds.ts'
import { endOfWindow } from './end-of-window.ts'
import type { NewEvent } from '#events/new-event.ts'
import { findByPlatformIds, platformIdKey } from './find-by-platform-ids.ts'
import type { ReportOutcome } from './report-outcome.ts'
import { applyMessageUpdates } from './apply-message-updates.ts'
import { toMessage } from '../schema.ts'

/** Update of a message that a platform reports, with its channel. */
type PlatformUpdate = ReadUpdate & { channelId: string; channelType: ChannelType }

/**
 * Records updates of messages. Each is stored once and applied with `computeContent`, now or when its message arrives. A
 * customer's reaction opens the window, like every message of a customer.
 *
 * Runs in the caller's transaction, which records `events` (`message.updated`) at its end. Locks: messages by id.
 */
export async function recordMessageUpdates(
  tx: Scope,
  inputs: PlatformUpdate[],
): Promise<{ outcomes: ReportOutcome[]; events: NewEvent[] }> {
  const targets = await findByPlatformIds(tx, inputs)
  const people = await findActors(tx, inputs)
  const idOf = (input: PlatformUpdate) => targets.get(platformIdKey(input))?.id ?? null
  const given = bulkRows('given', inputs, {
    id: ['uuid', () => newId()],
    channel_id: ['uuid', (input) => input.channelId],
    kind: ['text', (input) => input.kind],
    platform_update_id: ['text', (input) => input.platformUpdateId],
    platform_message_id: ['text', (input) => input.platformMessageId],
    message_id: ['uuid', (input) => idOf(input)],
    // A deletion without its side is that of the message's author; before the message, a customer's.
    direction: [
      'text',
      (input) => input.direction ?? targets.get(platformIdKey(input))?.direction ?? 'inbound',
    ],
    actor: ['text', (input) => input.actors[0] ?? ''],
    person_id: [
      'uuid',
      (input) => input.actors.map((actor) => people.get(actor)).find(Boolean) ?? null,
    ],
    text: ['text', (input) => input.text],
    occurred_at: ['timestamptz', (input) => input.at],
  })
  const { rows: inserted } = await sql<Kept>`
    insert into message_updates (workspace_id, ${given.columns})
    select ${tx.workspaceId}::uuid, ${given.columns} from ${given}
    order by channel_id, kind, platform_update_id
    on conflict do nothing
    returning channel_id, kind, platform_update_id`.execute(tx.db)
  const isNew = new Set(inserted.map(keptKey))
  const fresh = inputs.filter((input) => isNew.has(keyOf(input)))
  const changed = await applyMessageUpdates(tx, [
    ...new Set(fresh.flatMap((input) => idOf(input) ?? [])),
  ])
  await openWindows(
    tx,
    fresh.filter((input) => input.kind === 'reaction' && input.direction === 'inbound'),
    idOf,
  )
  return {
    events: changed.map((row) => ({ type: 'message.updated', data: toMessage(tx, row) })),
    outcomes: inputs.map((input) => {
      const messageId = idOf(input)
      const isFirst = isNew.delete(keyOf(input))
      return { messageId, result: !isFirst ? 'repeated' : messageId ? 'recorded' : 'parked' }
    }),
  }
}

type Kept = { channel_id: string; kind: string; platform_update_id: string }

function keyOf(input: PlatformUpdate): string {
  return `${input.channelId} ${input.kind} ${input.platformUpdateId}`
}

function keptKey(row: Kept): string {
  return `${row.channel_id} ${row.kind} ${row.platform_update_id}`
}

/** Finds the contacts of addresses, because one may react by number and remove it by user id. */
async function findActors(tx: Scope, inputs: PlatformUpdate[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ value: string; person_id: string }>`
    select value, person_id from identities
    where workspace_id = ${tx.workspaceId} and kind = any (${[...CHANNEL_IDENTITY_KINDS]}::text[])
      and value = any (${[...new Set(inputs.flatMap((input) => input.actors))]}::text[])`.execute(
    tx.db,
  )
  return new Map(rows.map((row) => [row.value, row.person_id]))
}

async function openWindows(
  tx: Scope,
  reactions: PlatformUpdate[],
  idOf: (input: PlatformUpdate) => string | null,
): Promise<void> {
  const known = reactions.flatMap((input) => {
    const id = idOf(input)
    const until = endOfWindow(input.channelType, input.at)
    return id && until ? [{ id, until }] : []
  })
  if (known.length === 0) return
  const given = bulkRows('given', known, {
    id: ['uuid', (each) => each.id],
    until: ['timestamptz', (each) => each.until],
  })
  await sql`
    update chats set window_expires_at = greatest(window_expires_at, given.until)
    from (
      select chat_id, max(until) as until
      from ${given}
      join messages on messages.workspace_id = ${tx.workspaceId} and messages.id = given.id
      group by chat_id
    ) as given
    where chats.workspace_id = ${tx.workspaceId} and chats.id = given.chat_id
      and not chats.is_group`.execute(tx.db)
}
