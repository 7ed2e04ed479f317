import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { createdIn, scanRange } from '#db/scan-newest.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { accountLabel, businessAccountLabel, NO_ACCOUNT_LABEL } from '#platforms/account-label.ts'
import { PAYLOAD_STATUSES, ITEM_RESULTS, PAYLOAD_PLATFORMS } from '#shared/inbound.ts'
import type { ReprocessBody } from './schema.ts'
import { findById } from '#db/find-by-id.ts'

type Routed = { platform: string; account: string }

/** Filters of the inbound log; `status`, `platform` and `result` may be comma separated. */
export type InboundFilter = Static<typeof ReprocessBody>

/** The parts of a query of the log: each source selects rows that one index returns in id order. */
export type PayloadSelection = { sources: RawBuilder<unknown>[]; where: RawBuilder<unknown> }

/** The columns that the log reads, without the bytes. */
export const PAYLOAD_COLUMNS = sql`workspace_id, id, platform, form_id, status, error, labels, outcome, attempts,
  due_at, received_at, received_at as created_at, processed_at, length(body) as size_bytes`

/**
 * Selects the payloads of the workspace that match a filter, and unrouted ones that it may see. @throws {AppError}
 * validation_failed
 */
export async function selectPayloads(
  scope: Scope,
  filter: InboundFilter,
  after?: string,
): Promise<PayloadSelection> {
  const statuses = readChoices(filter.status, 'status', PAYLOAD_STATUSES)
  const platforms = readChoices(filter.platform, 'platform', PAYLOAD_PLATFORMS)
  const results = readChoices(filter.result, 'result', ITEM_RESULTS)
  const { createdAfter: since, createdBefore: until } = readTimes(filter)
  const label =
    filter.channel_id === undefined ? undefined : await labelOf(scope, filter.channel_id)
  const times = { since, until }
  const range = scanRange(after, times)
  const labels = sql`
    ${label === undefined ? sql`` : sql`and labels @> ${[label]}::text[]`}
    ${filter.form_id === undefined ? sql`` : sql`and form_id = ${filter.form_id}::uuid`}
    ${filter.attention ? sql`and labels @> array['attention:open']` : sql``}
    ${results ? sql`and labels && ${results.map((result) => `result:${result}`)}::text[]` : sql``}`
  const own = sql`select ${PAYLOAD_COLUMNS} from inbound_payloads
    where workspace_id = ${scope.workspaceId} ${range} ${labels}`
  const isUnsettled = statuses && !statuses.includes('processed')
  const sources = isUnsettled
    ? statuses.map((status) => sql`${own} and status = ${status} and status <> 'processed'`)
    : [own]
  if (!statuses || statuses.includes('unrouted'))
    sources.push(sql`select ${PAYLOAD_COLUMNS} from inbound_payloads
      where ${await unroutedFor(scope)} ${range} ${labels}`)
  const where = sql`true
    ${statuses ? sql`and status = any (${statuses}::text[])` : sql``}
    ${platforms ? sql`and platform = any (${platforms}::text[])` : sql``}
    ${createdIn(times, 'received_at')}`
  return { sources, where }
}

/**
 * Returns the condition of unrouted payloads that this workspace may see: all if it is the only one, else those that
 * name its accounts and no others.
 */
export async function unroutedFor(scope: Scope): Promise<RawBuilder<unknown>> {
  const workspaces = await scope.directory.selectFrom('workspaces').select('id').limit(2).execute()
  const condition = sql`workspace_id = ${NO_WORKSPACE} and status = 'unrouted' and status <> 'processed'`
  if (workspaces.length === 1) return condition
  const labels = await findOwnLabels(scope)
  return sql`${condition} and labels && ${labels}::text[] and not exists (
    select from unnest(labels) as label
    where label ~ '^(business_)?account:' and label <> all (${labels}::text[])
  )`
}

/**
 * Returns the labels of the accounts that are connected here or reserved for the workspace, and of the business accounts
 * whose reports are routed here.
 */
async function findOwnLabels(scope: Scope): Promise<string[]> {
  const { db, directory, workspaceId } = scope
  const channels = await db
    .selectFrom('channels')
    .select(['type', 'account', 'business_account'])
    .where('workspace_id', '=', workspaceId)
    .execute()
  const businesses = channels.filter((channel) => channel.business_account !== null)
  const accounts = bulkRows('given', channels, {
    platform: ['text', (channel) => channel.type],
    account: ['text', (channel) => channel.account],
  })
  const businessAccounts = bulkRows('given', businesses, {
    platform: ['text', (channel) => channel.type],
    account: ['text', (channel) => channel.business_account],
  })
  const own = await sql<Routed>`
    select platform, account from channel_routes
    where workspace_id = ${workspaceId} and (platform, account) in (select * from ${accounts})
    union
    select platform, account from channel_reservations
    where workspace_id = ${workspaceId} and (platform, account) in (select * from ${accounts})
      and released_at is null`.execute(directory)
  const ownBusinesses = await sql<Routed>`
    select platform, account from business_account_routes
    where workspace_id = ${workspaceId}
      and (platform, account) in (select * from ${businessAccounts})`.execute(directory)
  return [
    ...own.rows.map(({ platform, account }) => accountLabel(platform, account)),
    ...ownBusinesses.rows.map(({ platform, account }) => businessAccountLabel(platform, account)),
  ]
}

/** Returns the label of a channel's payloads; for another workspace's channel, a label that no payload has. */
async function labelOf(scope: Scope, channelId: string): Promise<string> {
  const channel = await findById(scope, 'channels', channelId)
  return channel ? accountLabel(channel.type, channel.account) : NO_ACCOUNT_LABEL
}
