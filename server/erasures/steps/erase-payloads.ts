import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import { shardOf } from '#db/shards.ts'
import { transaction } from '#db/transaction.ts'
import { findAddresses } from '#inbound/forms/map-fields.ts'
import { parseSubmission } from '#inbound/forms/parse-submission.ts'
import { readSubmission } from '#inbound/forms/read-submission.ts'
import type { ItemOutcome } from '#inbound/ingest/item-outcome.ts'
import { findScrubbedBody } from '#inbound/ingest/drop-erased.ts'
import { prunePayload } from '#inbound/ingest/prune-payload.ts'
import { parsePayload, readItems } from '#platforms/registry/read-items.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { findPlatformByAddress, findPlatformOfPayload } from '#platforms/registry/platforms.ts'
import { containsWhole, isAbout } from '../redact.ts'
import { containsAnyBytes, scan } from '../scan.ts'
import type { Counts, Job, Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 200

/** A stored payload. */
export type PayloadRow = {
  id: string
  platform: string
  form_id: string | null
  body: Buffer
  content_type: string | null
  outcome: ItemOutcome[] | null
  received_at: Date
}

/** The new body of a payload; null: the payload holds nothing else. */
type Rest = { body: Buffer | null; outcome: ItemOutcome[] | null }

/**
 * Removes the contact's items from the stored payloads of the workspace, and deletes payloads that hold nothing else. A
 * payload that cannot be parsed but contains an address is deleted. Payloads that arrived after the request only lose
 * repetitions of erased messages, because the rest is about a new contact.
 */
export const erasePayloads: Step = {
  name: 'payloads',
  run: (tx, job) =>
    erase(tx, job, { workspaceId: tx.workspaceId, isSearched: isOwnSearched(job) }, async (row) =>
      row.form_id === null
        ? row.received_at <= job.requestedAt
          ? withoutItems(row, job.subject)
          : withoutLateItems(tx, row)
        : isOwnSubmission(row, job.subject)
          ? { body: null, outcome: null }
          : undefined,
    ),
}

/**
 * Removes the workspace's part from payloads that arrived for several workspaces: what is left of it is in a payload of
 * the workspace's own. It waits for payloads that are not divided yet, because their parts may hold others' messages.
 */
export const eraseSharedPayloads: Step = {
  name: 'shared_payloads',
  async run(tx, job) {
    const isWaiting =
      job.cursor === null && (await inShared(tx, (there) => isUndivided(there, job)))
    if (isWaiting) return { counts: {}, next: 'later' }
    const channels = await selectFrom(tx, 'channels')
      .select(['type', 'account', 'business_account'])
      .execute()
    const own = new Set(
      channels.flatMap((row) => [
        `${row.type} ${row.account}`,
        ...(row.business_account === null ? [] : [`${row.type} ${row.business_account}`]),
      ]),
    )
    const rows = { workspaceId: NO_WORKSPACE, isSearched: sql<boolean>`status <> 'pending'` }
    return inShared(tx, (there) => erase(there, job, rows, async (row) => withoutParts(row, own)))
  },
}

/**
 * Runs `run` where payloads of no workspace lie: in the caller's transaction, or in one of the main shard. That is committed
 * first; a repetition after a failure finds nothing left to erase.
 */
async function inShared<T>(tx: Scope, run: (there: Scope) => Promise<T>): Promise<T> {
  const main = await inWorkspace(tx, NO_WORKSPACE)
  return shardOf(main) === shardOf(tx) ? run(tx) : transaction(main, run)
}

/** Later payloads that are still pending lose their erased items when they are processed, and forms are new leads. */
function isOwnSearched({ requestedAt }: Job): RawBuilder<boolean> {
  return sql`(received_at <= ${requestedAt} or (status <> 'pending' and form_id is null))`
}

/** Returns whether a payload from before the request that names the contact was not divided among workspaces yet. */
async function isUndivided(tx: Scope, { subject, requestedAt }: Job): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_payloads
    where workspace_id = ${NO_WORKSPACE} and status = 'pending' and received_at <= ${requestedAt}
      and ${containsAnyBytes(sql`body`, subject.values)}
    limit 1`.execute(tx.db)
  return rows.length > 0
}

async function erase(
  tx: Scope,
  { subject, cursor }: Job,
  { workspaceId, isSearched }: { workspaceId: string; isSearched: RawBuilder<boolean> },
  toRest: (row: PayloadRow) => Promise<Rest | undefined>,
) {
  const { rows, next } = await scan<PayloadRow & { is_found: boolean }>(tx, {
    table: 'inbound_payloads',
    columns: sql`${isSearched} and (
        ${containsAnyBytes(sql`body`, subject.values)} or form_id is not null
      ) as is_found`,
    limit: BATCH,
    workspaceId,
    cursor,
  })
  const counts: Counts = { payloads: 0, redacted_payloads: 0 }
  const at = { db: tx.db, workspaceId }
  for (const { id } of rows.filter((row) => row.is_found)) {
    const locked = await selectFrom(at, 'inbound_payloads')
      .select(['id', 'platform', 'form_id', 'body', 'content_type', 'outcome', 'received_at'])
      .where('id', '=', id)
      .forUpdate()
      .$castTo<PayloadRow>()
      .executeTakeFirst()
    const rest = locked && (await toRest(locked))
    if (!rest) continue
    if (rest.body) {
      counts['redacted_payloads']! += 1
      await sql`
        update inbound_payloads
        set body = ${rest.body}, outcome = ${rest.outcome && JSON.stringify(rest.outcome)}::jsonb
        where workspace_id = ${workspaceId} and id = ${id}`.execute(tx.db)
    } else {
      counts['payloads']! += 1
      await deleteFrom(at, 'form_submissions').where('payload_id', '=', id).execute()
      await deleteFrom(at, 'inbound_payloads').where('id', '=', id).execute()
    }
  }
  return { counts, next }
}

const RECORDED = new Set(['message', 'status', 'update', 'watermark', 'event', 'problem'])

/** Returns a payload without the contact's items; undefined when it has none. */
function withoutItems(row: PayloadRow, { values }: Subject): Rest | undefined {
  const parsed = parsePayload(findPlatformByAddress(row.platform), row.body)
  if (parsed === undefined) return { body: null, outcome: null }
  const wanted = new Set(values)
  let hits = 0
  const pruned = prunePayload(parsed, (text) => {
    const isTheirs = wanted.has(text.toLowerCase())
    if (isTheirs) hits++
    return isTheirs
  })
  if (hits === 0) return undefined
  const body = Buffer.from(JSON.stringify(pruned))
  const left = readItems({ platform: row.platform, body }, row.received_at)
  if (!left.some(({ kind }) => RECORDED.has(kind))) return { body: null, outcome: null }
  const text = body.toString('utf8')
  const outcome = Array.isArray(row.outcome) ? row.outcome : null
  return {
    body,
    outcome:
      outcome?.filter(
        ({ platform_message_id: id }) => id === undefined || text.includes(JSON.stringify(id)),
      ) ?? null,
  }
}

/** Returns a payload that arrived after the request without its repetitions of erased messages. */
async function withoutLateItems(tx: Scope, row: PayloadRow): Promise<Rest | undefined> {
  const body = await findScrubbedBody(tx, row)
  return body === undefined ? undefined : { body, outcome: body && row.outcome }
}

/** Returns a payload of several workspaces without the parts of `own` accounts; undefined when it has none. */
function withoutParts(row: PayloadRow, own: Set<string>): Rest | undefined {
  const parsed = parsePayload(findPlatformByAddress(row.platform), row.body)
  const platform = findPlatformOfPayload(parsed)
  if (!platform) return undefined
  const parts = platform.reader.readParts(parsed)
  const owners = parts.map(({ account, businessAccount }) => [
    own.has(`${platform.type} ${account ?? businessAccount}`) ? 'own' : 'other',
  ])
  if (!owners.flat().includes('own')) return undefined
  const body = platform.reader.splitPayload(parsed, owners).get('other') ?? null
  return { body, outcome: row.outcome }
}

/** Returns whether a form was sent by the contact: by what became of it, else by the address in it. */
export function isOwnSubmission(row: PayloadRow, subject: Subject): boolean {
  if (isAbout(JSON.stringify(row.outcome ?? []), subject)) return true
  try {
    const parsed = parseSubmission(row.content_type ?? undefined, row.body)
    const { fields, isCut } = readSubmission(parsed)
    // What was cut from the answers is still in the body.
    if (isCut && containsWhole(row.body.toString('utf8'), subject.values)) return true
    return findAddresses(fields, subject.country).some((value) =>
      subject.values.includes(value.toLowerCase()),
    )
  } catch {
    return containsWhole(row.body.toString('utf8'), subject.values)
  }
}
