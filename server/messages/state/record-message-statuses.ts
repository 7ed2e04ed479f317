import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { selectFrom } from '#db/select-from.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { adoptEarlierUpdates } from './adopt-earlier-updates.ts'
import type { Identified } from './adopt-earlier-updates.ts'
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
  const base = selectFrom(tx, 'messages')
    .select(['id', 'platform_message_id'])
    .where('channel_id', '=', channelId)
    .where('direction', '=', 'outbound')
  const byPlatformId = await base
    .where(
      'platform_message_id',
      '=',
      anyOf(
        inputs.map((each) => each.platformMessageId),
        'text',
      ),
    )
    .execute()
  const owners = new Map(byPlatformId.map((row) => [row.platform_message_id!, row.id]))
  const unknown = inputs.filter((input) => input.ownId && !owners.has(input.platformMessageId))
  if (unknown.length === 0) return { owners, identified: [] }
  const byOwnId = await base.where('id', '=', anyOf([...ownIds.keys()], 'uuid')).execute()
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

function anyOf(values: string[], type: 'text' | 'uuid') {
  return sql<string>`any (${values}::${sql.raw(type)}[])`
}

/** Stores statuses, with their message if it is known; returns the keys of new ones. */
async function keep(
  tx: Scope,
  channelId: string,
  inputs: ReadStatus[],
  owners: Map<string, string>,
): Promise<Set<string>> {
  const given = bulkRows('given', inputs, {
    platform_message_id: ['text', (input) => input.platformMessageId],
    status: ['text', (input) => input.status],
    participant: ['text', (input) => input.participant],
    message_id: ['uuid', (input) => owners.get(input.platformMessageId) ?? null],
    occurred_at: ['timestamptz', (input) => input.at],
    error_code: ['text', (input) => input.error?.code ?? null],
    error_message: ['text', (input) => input.error?.message ?? null],
    details: ['jsonb', (input) => input.details && JSON.stringify(input.details)],
  })
  const { rows } = await sql<{ platform_message_id: string; status: string; participant: string }>`
    insert into message_statuses (workspace_id, channel_id, ${given.columns})
    select ${tx.workspaceId}::uuid, ${channelId}::uuid, ${given.columns} from ${given}
    on conflict do nothing
    returning platform_message_id, status, participant`.execute(tx.db)
  return new Set(rows.map((row) => `${row.platform_message_id} ${row.status} ${row.participant}`))
}

/** Assigns earlier statuses to their messages, now that the platform ids are known: `owners` by platform id. */
export async function adoptEarlierStatuses(
  tx: Scope,
  channelId: string,
  owners: Map<string, string>,
): Promise<void> {
  if (owners.size === 0) return
  const given = bulkRows('given', [...owners], {
    platform_message_id: ['text', ([platformMessageId]) => platformMessageId],
    message_id: ['uuid', ([, messageId]) => messageId],
  })
  await sql`
    update message_statuses set message_id = given.message_id
    from ${given}
    where message_statuses.workspace_id = ${tx.workspaceId} and message_statuses.channel_id = ${channelId}
      and message_statuses.platform_message_id = given.platform_message_id
      and message_statuses.message_id is null`.execute(tx.db)
}
