import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { usernameOf } from '#contacts/username-of.ts'
import type { Scope } from '#db/context.ts'
import { listPage } from '#db/list-page.ts'
import { firstOf } from '#lib/first-of.ts'
import type { PageInput } from '#lib/page.ts'
import { nullable } from '#lib/schemas.ts'
import { getTickets } from '#tickets/get-ticket.ts'
import { Ticket } from '#tickets/schema.ts'
import { containsAll, containsGrams, startsWith } from '#db/searching/contains-all.ts'
import { removeFormatting } from '#shared/formatted-text.ts'
import { excerpt, Excerpt } from '../excerpt.ts'
import { limitStatements } from '../limit-statements.ts'
import { RANKED_MAX } from '../find-matched-people.ts'
import type { SearchText } from '../read-query.ts'
import { ranked } from './ranked.ts'
import { NOTHING_IN_TIME } from './source.ts'
import type { Found, Source } from './source.ts'

const FoundTicket = Type.Object({
  ticket: Ticket,
  person_name: nullable(
    Type.String({
      description: "The contact's name, or else their phone number, address or username.",
    }),
  ),
  field: Type.Enum(['title', 'description', 'comment'], {
    description: 'The text that the excerpt is from.',
  }),
  ...Excerpt.properties,
})

const title = sql.ref('tickets.title')
const description = sql.ref('description')
const comment = sql.ref('ticket_comments.text')

/** Finds tickets by their number, title, description and comments, the best first. */
export const tickets: Source<typeof FoundTicket> = {
  item: FoundTicket,
  scope: 'tickets:read',
  find: findTickets,
}

async function findTickets(
  scope: Scope,
  text: SearchText,
  page: PageInput,
): Promise<Found<Static<typeof FoundTicket>>> {
  const rank = sql<number>`case
    when ${hasNumber(text)} or search_fold(${title}) = ${text.folded} then 3
    when ${startsWith(title, text)} then 2
    else 0 end`
  const found = await limitStatements(scope, async (tx) => {
    const query = tx.db
      .selectFrom('tickets')
      .select(['tickets.id', 'tickets.title', 'description', 'tickets.updated_at'])
      .where('tickets.workspace_id', '=', tx.workspaceId)
      .select(rank.as('rank'))
      .select(
        sql<string | null>`(
          select coalesce(name, phone_e164, email, '@' || ${usernameOf(tx.workspaceId, 'people.id')}) from people
          where people.workspace_id = ${tx.workspaceId} and people.id = tickets.person_id
        )`.as('person_name'),
      )
      .select(
        sql<string | null>`(
          select text from ticket_comments
          where ticket_comments.workspace_id = ${tx.workspaceId} and ticket_id = tickets.id
            and deleted_at is null and ${containsAll(comment, text)}
          order by ticket_comments.id desc limit 1
        )`.as('comment'),
      )
      .where('tickets.id', 'in', matchedTickets(tx, text))
    const { data, next_cursor } = await listPage(
      query,
      ranked('tickets.updated_at', 'tickets.id', rank, (row) => row.updated_at),
      page,
      (row) => row,
    )
    const ids = data.map(({ id }) => id)
    const read = await getTickets(tx, ids)
    return {
      next_cursor,
      data: data.flatMap((row, index) => {
        const ticket = read[index]
        return ticket ? [{ ticket, person_name: row.person_name, ...chooseExcerpt(row, text) }] : []
      }),
    }
  })
  return found ? { ...found, isComplete: true } : NOTHING_IN_TIME
}

type Texts = { title: string; description: string | null; comment: string | null }

/** Returns the excerpt of the first text with a match; of the title, if the number of the ticket was searched for. */
function chooseExcerpt(
  row: Texts,
  text: SearchText,
): Excerpt & { field: 'title' | 'description' | 'comment' } {
  const parts = (['title', 'description', 'comment'] as const).map((field) => ({
    field,
    ...excerpt(field === 'title' ? row.title : removeFormatting(row[field] ?? ''), text),
  }))
  return parts.find(({ highlights }) => highlights.length > 0) ?? firstOf(parts)
}

function hasNumber({ number }: SearchText): RawBuilder<boolean> {
  return number === null ? sql`false` : sql`tickets.number = ${number}`
}

/** Builds a query of the ids of tickets that match. */
function matchedTickets(scope: Scope, text: SearchText): RawBuilder<string> {
  const grams = containsGrams(title, text)
  const inDescription = containsGrams(description, text)
  const inComment = containsGrams(comment, text)
  const own = sql`tickets.workspace_id = ${scope.workspaceId}`
  // The index contains all titles, so that the last changed are searched only for what it cannot find, or finds too often.
  const isNewestNeeded = grams
    ? sql`(select count(*) from by_title) >= ${RANKED_MAX}::integer`
    : sql<boolean>`true`
  const byTitle = grams
    ? sql`with by_title as materialized (select id from tickets where ${own} and ${grams} limit ${RANKED_MAX})`
    : sql``
  const parts = [
    sql`(
      select id from (
        select id, title from tickets where ${own} order by updated_at desc, id desc limit ${RANKED_MAX}
      ) as tickets where ${isNewestNeeded} and ${containsAll(title, text)})`,
    ...(grams ? [sql`(select id from by_title)`] : []),
    ...(inDescription
      ? [
          sql`(
            select id from tickets
            where ${own} and description is not null and ${inDescription} limit ${RANKED_MAX})`,
        ]
      : []),
    ...(inComment
      ? [
          sql`(
            select ticket_id from ticket_comments
            where workspace_id = ${scope.workspaceId} and deleted_at is null and ${inComment}
            limit ${RANKED_MAX})`,
        ]
      : []),
    ...(text.number === null
      ? []
      : [sql`(select id from tickets where ${own} and ${hasNumber(text)})`]),
  ]
  return sql`(${byTitle} ${sql.join(parts, sql` union `)})`
}
