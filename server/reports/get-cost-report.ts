import type { Static } from 'typebox'
import { sql } from 'kysely'
import { findMemberNames } from '#account/users/find-member-names.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { entryOf } from '#lib/entry-of.ts'
import { firstOf } from '#lib/first-of.ts'
import type { ActorType } from '#shared/actors.ts'
import type { CostFigures, CostReport, CostReportQuery } from './cost-schema.ts'
import { bucketOf, describeRange, fillBuckets, firstIdOf, readRange } from './read-range.ts'

/** Sums of one group; `dimension` names the column that it groups by. */
type Row = {
  dimension: Dimension
  bucket: number
  channel_id: string
  template: string | null
  category: string
  author_type: ActorType
  author_id: string | null
  country: string
  currency: string | null
  messages: number
  free: number
  unpriced: number
  undelivered: number
  amount: string | null
}

type Dimension = 'bucket' | 'channel' | 'template' | 'category' | 'author' | 'country' | 'total'

/** Most templates that are listed. */
const TEMPLATES_MAX = 500

/** The bits of the columns that each dimension does not group by, as `grouping` returns them. */
const DIMENSIONS: readonly [Dimension, string][] = [
  ['bucket', '0111111'],
  ['channel', '1011111'],
  ['template', '1101111'],
  ['category', '1110111'],
  ['author', '1111001'],
  ['country', '1111110'],
  ['total', '1111111'],
]

/**
 * Reports the costs of messages by the time they were written: charges of the platform, with the price that was valid
 * then for the recipient's country. First charges that differ only in their message are counted, then each group is
 * priced, so a price is looked up for few groups.
 *
 * @throws {AppError} validation_failed
 */
export async function getCostReport(
  scope: Scope,
  input: Static<typeof CostReportQuery>,
): Promise<CostReport> {
  const range = readRange(scope, input)
  const { channel_id: channelId, member_id: memberId } = input
  const lists = await selectFrom(scope, 'price_lists')
    .select(['id', 'valid_from'])
    .orderBy('valid_from')
    .execute()
  const starts = lists.map((list) => list.valid_from)
  const { rows } = await sql<Row>`
    with charges as materialized (
      select ${bucketOf(range, sql`created_at`)} as bucket, channel_id, template, category, author_type, author_id,
        country, price_category, is_free, width_bucket(created_at, ${starts}::timestamptz[]) as list,
        sum(quantity)::bigint as quantity, count(*) filter (where quantity = 0) as undelivered
      from message_charges
      where workspace_id = ${scope.workspaceId} and message_id >= ${firstIdOf(range)}
        and created_at >= ${range.since}::timestamptz and created_at < ${range.until}::timestamptz
        ${channelId === undefined ? sql`` : sql`and channel_id = ${channelId}`}
        ${memberId === undefined ? sql`` : sql`and author_type = 'member' and author_id = ${memberId}`}
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
    ), priced as (
      select charges.*, price_lists.currency as list_currency, prices.price
      from charges
      left join price_lists on price_lists.workspace_id = ${scope.workspaceId} and not is_free
        and price_lists.id = (${lists.map(({ id }) => id)}::uuid[])[charges.list]
      left join prices on prices.workspace_id = ${scope.workspaceId} and prices.list_id = price_lists.id
        and prices.country = charges.country and prices.category = charges.price_category
    )
    select grouping(bucket, channel_id, template, category, author_type, author_id, country)::bit(7)::text as dimension,
      bucket, channel_id, template, category, author_type, author_id, country,
      case when price is not null then list_currency end as currency,
      sum(quantity)::bigint as messages,
      coalesce(sum(quantity) filter (where is_free), 0)::bigint as free,
      coalesce(sum(quantity) filter (where not is_free and price is null), 0)::bigint as unpriced,
      sum(undelivered)::bigint as undelivered,
      trim_scale(sum(quantity * price))::text as amount
    from priced
    group by grouping sets ((bucket), (channel_id), (template), (category), (author_type, author_id), (country), ()),
      case when price is not null then list_currency end`.execute(scope.db)
  const dimensions = new Map(DIMENSIONS.map(([name, bits]) => [bits, name]))
  const byDimension = Map.groupBy(rows, (row) => entryOf(dimensions, row.dimension))
  const group = (dimension: Dimension, keyOf: (row: Row) => unknown) =>
    [...Map.groupBy(byDimension.get(dimension) ?? [], keyOf).values()]
      .map((group_) => ({ row: firstOf(group_), figures: toFigures(group_) }))
      .toSorted((a, b) => b.figures.messages - a.figures.messages)
  const buckets = group('bucket', (row) => row.bucket)
  const authors = group('author', (row) => `${row.author_type} ${row.author_id}`)
  const channels = group('channel', (row) => row.channel_id)
  const names = await findCostNames(
    scope,
    channels.map(({ row }) => row.channel_id),
    authors.map(({ row }) => ({ type: row.author_type, id: row.author_id })),
  )
  return {
    ...describeRange(range),
    buckets: fillBuckets(
      range,
      buckets.map(({ row, figures }) => ({ bucket: row.bucket, figures })),
      (found) => found?.figures ?? toFigures([]),
    ),
    totals: toFigures(byDimension.get('total') ?? []),
    by_channel: channels.map(({ row, figures }) => ({
      channel_id: row.channel_id,
      name: names.get(row.channel_id) ?? null,
      ...figures,
    })),
    by_template: group('template', (row) => row.template)
      .slice(0, TEMPLATES_MAX)
      .map(({ row, figures }) => ({ template: row.template, ...figures })),
    by_category: group('category', (row) => row.category).map(({ row, figures }) => ({
      category: row.category,
      ...figures,
    })),
    by_author: authors.map(({ row, figures }) => ({
      author: {
        type: row.author_type,
        id: row.author_id,
        name: (row.author_id && names.get(row.author_id)) ?? null,
      },
      ...figures,
    })),
    by_country: group('country', (row) => row.country).map(({ row, figures }) => ({
      country: row.country || null,
      ...figures,
    })),
    priced_since: starts[0] ?? null,
  }
}

/** Adds the rows of one group, which differ in their currency. */
function toFigures(rows: Row[]): CostFigures {
  const sum = (of: 'messages' | 'free' | 'unpriced' | 'undelivered') =>
    rows.reduce((total, row) => total + row[of], 0)
  return {
    messages: sum('messages'),
    free: sum('free'),
    unpriced: sum('unpriced'),
    undelivered: sum('undelivered'),
    costs: rows
      .flatMap(({ currency, amount }) =>
        currency !== null && amount !== null ? [{ currency, amount }] : [],
      )
      .toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
  }
}

type Author = { type: ActorType; id: string | null }
type Named = { id: string; name: string }

/** Returns the names of channels, members and API keys by their ids; what was deleted has none. */
async function findCostNames(
  scope: Scope,
  channelIds: string[],
  authors: Author[],
): Promise<Map<string, string>> {
  const { db, workspaceId } = scope
  const idsOf = (type: ActorType) =>
    authors.flatMap((author) => (author.type === type && author.id ? [author.id] : []))
  const channels = await sql<Named>`
    select id, name from channels
    where workspace_id = ${workspaceId} and id = any (${channelIds}::uuid[])`.execute(db)
  const keys = await sql<Named>`
    select id, name from api_keys
    where workspace_id = ${workspaceId}
      and id = any (${idsOf('api_key')}::uuid[])`.execute(scope.directory)
  return new Map([
    ...(await findMemberNames(scope, [...idsOf('member'), ...idsOf('bot')])),
    ...[...channels.rows, ...keys.rows].map(({ id, name }) => [id, name] as const),
  ])
}
