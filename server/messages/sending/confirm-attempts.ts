import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { transaction } from '#db/transaction.ts'
import { attributeEvents } from '#events/attribute-events.ts'
import { recordEvents } from '#events/record-events.ts'
import { readCause } from '#lib/cause.ts'
import { firstId, NO_WORKSPACE } from '#lib/ids.ts'
import type { ReadStatus } from '#platforms/item.ts'
import { readItems } from '#platforms/registry/read-items.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { readIngestUptime } from '../state/record-ingest-uptime.ts'
import { lockMessages, saveMessageChanges } from '../state/save-message-changes.ts'
import { recordMessageStatuses } from '../state/record-message-statuses.ts'
import type { QueuedMessage } from './read-queued.ts'
import { findUncertainAttempts, UNCERTAIN_MAX } from './find-uncertain-attempts.ts'
import type { Uncertain } from './find-uncertain-attempts.ts'
import { ATTEMPT_OPEN_MS } from './mark-attempts.ts'

/** How often a message is looked at again while no ingest server runs. */
const LOOK_MS = 5_000

/**
 * Whether a queued message may be attempted: `attempt`; `settled`, because a status of it is stored or because nobody can
 * know any more whether the customer received it; or only after `wait`.
 */
export type Confirmation = { kind: 'attempt' } | { kind: 'settled' } | { kind: 'wait'; until: Date }

const ATTEMPT: Confirmation = { kind: 'attempt' }

/**
 * Decides whether queued messages of a channel may be attempted, so that no customer gets a message twice although the
 * platform has reported it. First attempts always may. An attempt without a known outcome is repeated only after a minute
 * (then two) in which the platform could report a status, and after all stored payloads were searched for one, also those
 * that no worker has processed. A status that is found settles its message. Where there was no such minute within the
 * limit `sendConfirmMs`, the message becomes `failed` with `unconfirmed`, and a person decides.
 */
export async function confirmAttempts(
  scope: Scope,
  channel: { id: string; type: ChannelType },
  messages: QueuedMessage[],
): Promise<Confirmation[]> {
  const repeated = messages.filter((message) => message.send_attempts > 0)
  const uncertain = await findUncertainAttempts(
    scope,
    repeated.map(({ id }) => id),
  )
  if (uncertain.size === 0) return messages.map(() => ATTEMPT)
  const decisions = await decide(scope, [...uncertain.values()])
  // Last, so that it finds all that was received until now.
  const statuses = await findStoredStatuses(scope, {
    platform: channel.type,
    messageIds: [...uncertain.keys()],
    since: new Date(Math.min(...[...uncertain.values()].map(({ firstAt }) => firstAt.getTime()))),
  })
  const reported = new Set(statuses.map(({ ownId }) => ownId))
  const ended = repeated.filter(({ id }) => reported.has(id) || decisions.get(id) === 'unconfirmed')
  if (ended.length > 0) await settle(scope, channel.id, { statuses, ended })
  return messages.map(({ id }): Confirmation => {
    const decision = decisions.get(id)
    if (reported.has(id) || decision === 'unconfirmed') return { kind: 'settled' }
    return decision instanceof Date ? { kind: 'wait', until: decision } : ATTEMPT
  })
}

/** A decision about a message without a status: repeat it, wait until a time, or let a person decide. */
type Decision = 'repeat' | 'unconfirmed' | Date

async function decide(scope: Scope, uncertain: Uncertain[]): Promise<Map<string, Decision>> {
  const uptime = await readIngestUptime(scope)
  const now = scope.clock.now().getTime()
  return new Map(
    uncertain.map(({ messageId, count, lastAt }): [string, Decision] => {
      const openMs = ATTEMPT_OPEN_MS * 2 ** (Math.min(count, UNCERTAIN_MAX) - 1)
      const endsAt = lastAt.getTime() + openMs + scope.config.sendConfirmMs
      if (!uptime)
        return [messageId, now < endsAt ? new Date(Math.min(now + LOOK_MS, endsAt)) : 'unconfirmed']
      const dueAt = Math.max(lastAt.getTime(), uptime.since.getTime()) + openMs
      if (now >= dueAt) return [messageId, count < UNCERTAIN_MAX ? 'repeat' : 'unconfirmed']
      return [messageId, now < endsAt ? new Date(Math.min(dueAt, endsAt)) : 'unconfirmed']
    }),
  )
}

/**
 * Records statuses, then ends each message that they leave queued as unconfirmed, such as one whose status says neither that it
 * was accepted nor that it failed. A message that was attempted or settled meanwhile is left alone.
 */
async function settle(
  scope: Scope,
  channelId: string,
  { statuses, ended }: { statuses: ReadStatus[]; ended: QueuedMessage[] },
): Promise<void> {
  const attempts = new Map(ended.map((each) => [each.id, each.send_attempts]))
  const causes = new Map(ended.map((each) => [each.id, readCause(each.cause)]))
  await transaction(scope, async (tx) => {
    const { events } =
      statuses.length > 0 ? await recordMessageStatuses(tx, channelId, statuses) : { events: [] }
    const locked = await lockMessages(tx, [...attempts.keys()])
    const changes = locked
      .filter((row) => row.status === 'queued' && row.send_attempts === attempts.get(row.id))
      .map((before) => ({ before, after: { ...before, ...UNCONFIRMED } }))
    const failures = await saveMessageChanges(tx, changes)
    await recordEvents(tx, attributeEvents([...events, ...failures], causes))
  })
}

/** The columns of a message about which nobody knows whether the customer received it. */
export const UNCONFIRMED = {
  status: 'failed',
  error_code: 'unconfirmed',
  error_message:
    'The platform did not say whether it accepted the message, so it is unknown whether the customer received it. It is not sent again by itself.',
  send_due_at: null,
} as const

/** Payloads that one statement searches. */
const PAGE_ROWS = 2_000
/** How far the clocks of two processes may differ. */
const CLOCKS_MS = 300_000

/**
 * Finds statuses of our messages in payloads that are stored but not processed, or whose processing failed: those that
 * wait for the inbound lane, for their own retry, or to be split among workspaces. `since`: no message was sent before.
 * A payload is read only if it contains the id of a message, which platforms return with its statuses.
 */
async function findStoredStatuses(
  scope: Scope,
  { platform, messageIds, since }: { platform: ChannelType; messageIds: string[]; since: Date },
): Promise<ReadStatus[]> {
  const ids = new Set(messageIds)
  const after = firstId(new Date(since.getTime() - CLOCKS_MS))
  // Payloads of several workspaces first: their parts are stored before they are settled, so none is missed between.
  const unsplit = { ...(await inWorkspace(scope, NO_WORKSPACE)), workspaceId: NO_WORKSPACE }
  const found: ReadStatus[] = []
  for (const home of [unsplit, scope])
    for (const status of ['pending', 'failed'])
      for await (const payload of search(home, { platform, status, after, messageIds }))
        for (const item of readItems({ platform, body: payload.body }, payload.received_at))
          if (item.kind === 'status' && item.status.ownId && ids.has(item.status.ownId))
            found.push(item.status)
  return found
}

/** A payload of a page; `body` is null if it contains none of the ids. */
type Searched = { id: string; body: Buffer | null; received_at: Date }

async function* search(
  scope: Pick<Scope, 'db' | 'workspaceId'>,
  options: { platform: ChannelType; status: string; after: string; messageIds: string[] },
): AsyncGenerator<{ body: Buffer; received_at: Date }> {
  const { platform, status, messageIds } = options
  for (let { after } = options; ;) {
    const { rows } = await sql<Searched>`
      select id, received_at, case when exists (
        select from unnest(${messageIds}::text[]) as message_id where position(convert_to(message_id, 'UTF8') in body) > 0
      ) then body end as body
      from inbound_payloads
      where workspace_id = ${scope.workspaceId} and status = ${sql.lit(status)} and platform = ${platform} and id > ${after}
      order by id
      limit ${PAGE_ROWS}`.execute(scope.db)
    for (const { body, received_at } of rows) if (body) yield { body, received_at }
    if (rows.length < PAGE_ROWS) return
    after = rows.at(-1)!.id
  }
}
