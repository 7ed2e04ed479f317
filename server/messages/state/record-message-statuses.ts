import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { adoptEarlierUpdates } from './adopt-earlier-updates.ts'
import type { Identified } from './adopt-earlier-updates.ts'
import { findByPlatformIds, platformIdKey } from './find-by-platform-ids.ts'
import { lockUnknownReports } from './lock-unknown-reports.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { ReportOutcome } from './report-outcome.ts'
import { applyMessageStatuses } from './apply-message-statuses.ts'

/**
 * Records statuses of one channel's messages. Each is stored once, and messages only advance. A status of an unknown
 * message is stored until a message with that platform id exists.
 *
 * Runs in the caller's transaction, which records `events` at its end. Locks: the channel's unknown reports if a message is
 * not known by its platform's id, then messages by id.
 */
export async function recordMessageStatuses(
  tx: Scope,
  channelId: string,
  inputs: ReadStatus[],
): Promise<{ outcomes: ReportOutcome[]; events: NewEvent[] }> {
  const { owners, identified } = await findAndLockOwners(tx, channelId, inputs)
  // Only the first report of a status is stored.
  const distinct = new Map(inputs.toReversed().map((input) => [keyOf(input), input]))
  const inserted = await keep(tx, channelId, [...distinct.values()], owners)
  const known = [...owners].map(([platformMessageId, messageId]) => ({
    platformMessageId,
    messageId,
  }))
  const events = await applyMessageStatuses(tx, channelId, known)
  // After the messages are locked, in the order of the recording of attempts.
  await adoptEarlierStatuses(tx, channelId, owners)
  events.push(...(await adoptEarlierUpdates(tx, identified)))
  const outcomes = inputs.map((input): ReportOutcome => {
    const messageId = owners.get(input.platformMessageId) ?? null
    const isFirst = inserted.delete(keyOf(input))
    return { messageId, result: !isFirst ? 'repeated' : messageId ? 'recorded' : 'parked' }
  })
  return { outcomes, events }
}

function keyOf(input: ReadStatus): string {
  return `${input.platformMessageId} ${input.status} ${input.participant}`
}

/** A message of ours for each platform id. `identified` are those whose platform id was unknown before. */
type Owners = { owners: Map<string, string>; identified: Identified[] }

/** Finds the messages of statuses, again after locking if not all are known, because a platform id may just be recorded. */
async function findAndLockOwners(
  tx: Scope,
  channelId: string,
  inputs: ReadStatus[],
): Promise<Owners> {
  const found = await findOwners(tx, channelId, inputs)
  const isComplete = inputs.every((input) => found.owners.has(input.platformMessageId))
  if (isComplete && found.identified.length === 0) return found
  await lockUnknownReports(tx, channelId, isComplete ? 'identifying' : 'storing')
  return isComplete ? found : findOwners(tx, channelId, inputs)
}

/**
 * Finds our message for each platform id: by that id, or by our own id, which the status contains.
 */
async function findOwners(tx: Scope, channelId: string, inputs: ReadStatus[]): Promise<Owners> {
  const ownIds = new Map(
    inputs.flatMap((input) => (input.ownId ? [[input.ownId, input.platformMessageId]] : [])),
  )
  const ids = inputs.map(({ platformMessageId }) => ({ channelId, platformMessageId }))
  const found = await findByPlatformIds(tx, ids)
  const owners = new Map(
    inputs.flatMap(({ platformMessageId }) => {
      const message = found.get(platformIdKey({ channelId, platformMessageId }))
      return message?.direction === 'outbound' ? [[platformMessageId, message.id]] : []
    }),
  )
  const unknown = inputs.filter((input) => input.ownId && !owners.has(input.platformMessageId))
  const asked = unknown.length === 0 ? [] : [...ownIds.keys()]
  const byOwnId = await findOwn(
    tx,
    asked.map((id) => ({ channelId, id })),
  )
  const own = new Set(byOwnId.map((row) => row.id))
  for (const input of unknown)
    if (own.has(input.ownId!)) owners.set(input.platformMessageId, input.ownId!)
  const identified = unknown.flatMap(({ ownId, platformMessageId }) =>
    owners.get(platformMessageId) === ownId
      ? [{ id: ownId!, channel_id: channelId, platform_message_id: platformMessageId }]
      : [],
  )
  return { owners, identified }
}

type Own = { workspace_id: string; id: string }

const findOwn = gathered<{ channelId: string; id: string }, Own>((tx, ids) => {
  const asked = ids.rows('asked', {
    id: ['uuid', (each) => each.id],
    channel_id: ['uuid', (each) => each.channelId],
  })
  return prepared<Own>`
    select messages.workspace_id, messages.id from ${asked}
    join messages on messages.workspace_id = asked.workspace_id and messages.id = asked.id
      and messages.channel_id = asked.channel_id and messages.direction = 'outbound'`.execute(tx.db)
})

/** Stores statuses, with their message if it is known; returns the keys of new ones. */
async function keep(
  tx: Scope,
  channelId: string,
  inputs: ReadStatus[],
  owners: Map<string, string>,
): Promise<Set<string>> {
  const rows = await insertStatuses(
    tx,
    inputs.map((input) => ({
      ...input,
      channelId,
      messageId: owners.get(input.platformMessageId) ?? null,
    })),
  )
  return new Set(rows.map((row) => `${row.platform_message_id} ${row.status} ${row.participant}`))
}

type NewStatus = ReadStatus & { channelId: string; messageId: string | null }
type InsertedStatus = {
  workspace_id: string
  platform_message_id: string
  status: string
  participant: string
}

const insertStatuses = gathered<NewStatus, InsertedStatus>((tx, inputs) => {
  const given = inputs.rows('given', {
    channel_id: ['uuid', (input) => input.channelId],
    platform_message_id: ['text', (input) => input.platformMessageId],
    status: ['text', (input) => input.status],
    participant: ['text', (input) => input.participant],
    message_id: ['uuid', (input) => input.messageId],
    occurred_at: ['timestamptz', (input) => input.at],
    error_code: ['text', (input) => input.error?.code ?? null],
    error_message: ['text', (input) => input.error?.message ?? null],
    details: ['jsonb', (input) => input.details && JSON.stringify(input.details)],
  })
  return prepared<InsertedStatus>`
    insert into message_statuses (${given.columns})
    select ${given.columns} from ${given}
    order by workspace_id, channel_id, platform_message_id, status, participant
    on conflict do nothing
    returning workspace_id, platform_message_id, status, participant`.execute(tx.db)
})

/** Assigns earlier statuses to their messages, now that the platform ids are known: `owners` by platform id. */
export async function adoptEarlierStatuses(
  tx: Scope,
  channelId: string,
  owners: Map<string, string>,
): Promise<void> {
  const known = [...owners].map(([platformMessageId, messageId]) => ({
    channelId,
    platformMessageId,
    messageId,
  }))
  await adoptGiven(tx, known)
}

type Adopted = { channelId: string; platformMessageId: string; messageId: string }

const adoptGiven = gathered<Adopted, never>((tx, known) => {
  const given = known.rows('given', {
    channel_id: ['uuid', (each) => each.channelId],
    platform_message_id: ['text', (each) => each.platformMessageId],
    message_id: ['uuid', (each) => each.messageId],
  })
  return prepared<never>`
    update message_statuses set message_id = given.message_id
    from ${given}
    where message_statuses.workspace_id = given.workspace_id and message_statuses.channel_id = given.channel_id
      and message_statuses.platform_message_id = given.platform_message_id
      and message_statuses.message_id is null`.later(tx.db)
})
