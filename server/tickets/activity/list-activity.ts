import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { afterCursor, newestFirst, rowsToRead, toPage } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toChange, toComment } from './schema.ts'
import type { ListActivityQuery, TicketActivity, TicketPlace } from './schema.ts'

/** The position of an item in the activity. */
type Position = { kind: 'comment' | 'change'; id: string; at: Date }

const ORDER = newestFirst<Position>('at', 'id', (row) => row.at)

const PARTS = [
  { kind: 'comment', table: 'ticket_comments', at: 'created_at' },
  { kind: 'change', table: 'ticket_changes', at: 'occurred_at' },
] as const

/** Returns one page of a ticket's comments and changes, newest first. @throws {AppError} ticket_not_found, invalid_cursor */
export async function listActivity(
  scope: Scope,
  ticketId: string,
  input: Static<typeof ListActivityQuery>,
): Promise<Page<TicketActivity>> {
  const ticket = await getById(scope, 'tickets', ticketId)
  const after = afterCursor(ORDER, input)
  const parts = PARTS.filter(({ kind }) => input.kind === undefined || input.kind === kind)
  const selects = parts.map(
    ({ kind, table, at }) => sql`(
      select * from (
        select ${sql.lit(kind)} as kind, id, ${sql.ref(at)} as at from ${sql.table(table)}
        where workspace_id = ${scope.workspaceId} and ticket_id = ${ticket.id}
      ) as part
      ${after ? sql`where ${after}` : sql``}
      order by at desc, id desc limit ${rowsToRead(input)})`,
  )
  const { rows } = await sql<Position>`
    select * from (${sql.join(selects, sql` union all `)}) as items
    order by at desc, id desc limit ${rowsToRead(input)}`.execute(scope.db)
  const page = toPage(rows, ORDER, input, (row) => row)
  const items = await readItems(scope, ticket, page.data)
  return { data: page.data.flatMap(({ id }) => items.get(id) ?? []), next_cursor: page.next_cursor }
}

/** Reads the items at `positions`, by their ids. */
async function readItems(
  scope: Scope,
  ticket: TicketPlace,
  positions: Position[],
): Promise<Map<string, TicketActivity>> {
  const idsOf = (kind: Position['kind']) =>
    positions.filter((each) => each.kind === kind).map(({ id }) => id)
  const comments = await selectFrom(scope, 'ticket_comments')
    .selectAll()
    .where('id', '=', sql<string>`any (${idsOf('comment')}::uuid[])`)
    .execute()
  const changes = await selectFrom(scope, 'ticket_changes')
    .selectAll()
    .where('id', '=', sql<string>`any (${idsOf('change')}::uuid[])`)
    .execute()
  const items: TicketActivity[] = [
    ...comments.map((row) => ({ kind: 'comment' as const, ...toComment(row, ticket) })),
    ...changes.map((row) => ({ kind: 'change' as const, ...toChange(row) })),
  ]
  return new Map(items.map((item) => [item.id, item]))
}
