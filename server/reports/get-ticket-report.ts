import type { Static } from 'typebox'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bucketOf, describeRange, fillBuckets, firstIdOf, readRange } from './read-range.ts'
import type { Range } from './read-range.ts'
import { AGES } from './schema.ts'
import type { Seconds, TicketReport, TicketReportQuery } from './schema.ts'
import { secondsBetween } from './seconds-between.ts'

type Figures = TicketReport['totals']
type Row = { bucket: number | null; created: number; solved: number; solving: Seconds }

/**
 * Reports created and solved tickets, and the age of open ones: only those assigned to `member_id`, and of the type `type_id`, if
 * they are given.
 *
 * @throws {AppError} validation_failed
 */
export async function getTicketReport(
  scope: Scope,
  input: Static<typeof TicketReportQuery>,
): Promise<TicketReport> {
  const range = readRange(scope, input)
  const rows = await readFigures(scope, range, isAsked(input))
  const total = rows.find(({ bucket }) => bucket === null)
  const numbered = rows.flatMap((row) =>
    row.bucket === null ? [] : [{ ...row, bucket: row.bucket }],
  )
  return {
    ...describeRange(range),
    buckets: fillBuckets(range, numbered, toFigures),
    totals: toFigures(total),
    ...(await readOpen(scope, isAsked(input))),
  }
}

function toFigures(row: Omit<Row, 'bucket'> | undefined): Figures {
  return {
    created: row?.created ?? 0,
    solved: row?.solved ?? 0,
    solving_seconds: row?.solving ?? null,
  }
}

/** Builds the conditions of the query on tickets. */
function isAsked({ member_id: memberId, type_id: typeId }: Static<typeof TicketReportQuery>) {
  return sql`${memberId === undefined ? sql`` : sql`and assignee_id = ${memberId}`}
    ${typeId === undefined ? sql`` : sql`and type_id = ${typeId}`}`
}

async function readFigures(scope: Scope, range: Range, asked: RawBuilder<unknown>): Promise<Row[]> {
  const within = (time: string) =>
    sql`${sql.ref(time)} >= ${range.since}::timestamptz and ${sql.ref(time)} < ${range.until}::timestamptz`
  const { rows } = await sql<Row>`
    select bucket, count(created_at) filter (where solved_at is null) as created,
      count(solved_at) as solved, ${secondsBetween(sql`created_at`, sql`solved_at`)} as solving
    from (
      select ${bucketOf(range, sql`created_at`)} as bucket, created_at, null::timestamptz as solved_at
      from tickets
      where workspace_id = ${scope.workspaceId} and id >= ${firstIdOf(range)} and ${within('created_at')} ${asked}
      union all
      select ${bucketOf(range, sql`solved_at`)}, created_at, solved_at from tickets
      where workspace_id = ${scope.workspaceId} and status in ('solved', 'closed')
        and updated_at >= ${range.since}::timestamptz and ${within('solved_at')} ${asked}
    ) as moment
    group by grouping sets ((bucket), ())`.execute(scope.db)
  return rows
}

/** Counts the tickets that are open now. */
async function readOpen(scope: Scope, asked: RawBuilder<unknown>) {
  const now = scope.clock.now()
  // A ticket dated in the future by a fast clock counts as created now.
  const days = sql`greatest(extract(epoch from ${now}::timestamptz - created_at) / 86400, 0)`
  type Count = { age: number; open: number; pending: number; overdue: number }
  const { rows } = await sql<Count>`
    select width_bucket(${days}, ${[...AGES]}::numeric[]) - 1 as age,
      count(*) filter (where status = 'open') as open,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where due_at < ${now}::timestamptz) as overdue
    from tickets
    where workspace_id = ${scope.workspaceId} and status in ('open', 'pending')
      ${asked}
    group by 1`.execute(scope.db)
  const open_by_age = AGES.map((from_days, index) => {
    const { open = 0, pending = 0, overdue = 0 } = rows.find(({ age }) => age === index) ?? {}
    return { from_days, under_days: AGES[index + 1] ?? null, open, pending, overdue }
  })
  const sum = (of: 'open' | 'pending' | 'overdue') =>
    open_by_age.reduce((total, each) => total + each[of], 0)
  const open_now = { open: sum('open'), pending: sum('pending'), overdue: sum('overdue') }
  return { open_now, open_by_age }
}
