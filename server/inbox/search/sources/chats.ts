import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { readChats } from '#conversations/read-chats.ts'
import { Chat } from '#conversations/schema.ts'
import { listPage, readCursor, readPage, rowsToRead } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { containsAll, containsGrams } from '#db/searching/contains-all.ts'
import { findMatch, Match } from '../find-match.ts'
import { limitStatements } from '../limit-statements.ts'
import { findMatchedPeople, matchedFrom, rankOfPerson, RANKED_MAX } from '../find-matched-people.ts'
import type { MatchedPerson } from '../find-matched-people.ts'
import type { SearchText } from '../read-query.ts'
import { NOTHING_IN_TIME } from './source.ts'
import type { Found, Source } from './source.ts'

const summary = sql`data ->> 'summary'`
/** As in the condition of the index. */
const hasSummary = sql<boolean>`kind = 'handed_over' and data ->> 'summary' is not null`

const FoundChat = Type.Object({ ...Chat.properties, match: Match })

/** Finds conversations by their contact, group, tags and the summaries of their handovers, the best first. */
export const chats: Source<typeof FoundChat> = {
  item: FoundChat,
  scope: 'chats:read',
  find: findChats,
}

async function findChats(
  scope: Scope,
  text: SearchText,
  page: PageInput,
): Promise<Found<Static<typeof FoundChat>>> {
  const matched = await findMatchedPeople(scope, text)
  if (!matched) return NOTHING_IN_TIME
  const found = await limitStatements(scope, async (tx) => {
    const ids = await pageOfIds(tx, text, matched, page)
    const summaries = new Map(ids.data.map((row) => [row.id, row.summary]))
    const { data, next_cursor } = await readPage(ids, (each) => readChats(tx, each))
    return {
      next_cursor,
      data: data.map((chat) => {
        const { name, phone_e164, email, username } = chat.person
        const fields = [
          { field: 'name', text: name },
          { field: 'group', text: chat.group?.name },
          { field: 'phone_e164', text: phone_e164 },
          { field: 'email', text: email },
          { field: 'wa_username', text: username },
          ...chat.tags.map((tag) => ({ field: 'tag', text: tag.name })),
          { field: 'handover', text: summaries.get(chat.id) },
        ]
        return { ...chat, match: findMatch(fields, text) }
      }),
    }
  })
  return found ? { ...found, isComplete: true } : NOTHING_IN_TIME
}

type FoundId = { id: string; person_id: string; at: Date; rank: number; summary: string | null }

/** The order of their contacts; those of one contact by their ids. */
const ORDER: Order<FoundId> = {
  direction: 'desc',
  columns: [
    { by: sql.ref('rank'), kind: 'int', of: (row) => row.rank },
    { by: sql.ref('at'), kind: 'time', of: (row) => row.at },
    { by: sql.ref('person_id'), kind: 'uuid', of: (row) => row.person_id },
    { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
  ],
}

/** The factor by which more contacts are read while their conversations do not fill the page. */
const MORE = 10

/**
 * Reads the page of ids. Conversations have the order of their contacts, so those of the next contacts are enough if they fill the page.
 * @throws {AppError} invalid_cursor
 */
async function pageOfIds(
  tx: Scope,
  text: SearchText,
  matched: MatchedPerson[],
  page: PageInput,
): Promise<Page<FoundId>> {
  const people = matchedFrom(matched, readCursor(ORDER, page))
  for (let count = rowsToRead(page); ; count *= MORE) {
    const next = people.slice(0, count)
    const last = next.length < people.length ? next.at(-1) : undefined
    const query = matchedChats(tx, text, matched, next)
    const ids = await listPage(
      last
        ? query.where(
            sql<boolean>`(rank, at, person_id) >= (${last.rank}::integer, ${last.updated_at}::timestamptz, ${last.id}::uuid)`,
          )
        : query,
      ORDER,
      page,
      (row) => row,
    )
    if (!last || ids.next_cursor !== null) return ids
  }
}

/** Builds a query of the conversations of `people`, and of those that match by their own texts, of contacts that are not in `matched`. */
function matchedChats(
  { db, workspaceId }: Scope,
  text: SearchText,
  matched: MatchedPerson[],
  people: MatchedPerson[],
) {
  const grams = containsGrams(summary, text)
  const bySummary = grams
    ? sql`union (
        select chat_id from chat_changes
        where workspace_id = ${workspaceId} and ${hasSummary} and ${grams} limit ${RANKED_MAX}
      )`
    : sql``
  const found = sql<Omit<FoundId, 'summary'>>`(
    (
      select chat.id, person.id as person_id, person.rank, person.at
      from unnest(
        ${people.map(({ id }) => id)}::uuid[], ${people.map(({ rank }) => rank)}::integer[],
        ${people.map((each) => each.updated_at)}::timestamptz[]
      ) as person (id, rank, at)
      cross join lateral (
        select id from chats where workspace_id = ${workspaceId} and person_id = person.id
        limit ${RANKED_MAX}
      ) as chat
      limit ${RANKED_MAX}
    ) union all (
      select chat.id, chat.person_id, person.rank, person.at from (
        (
          select chat_id as id from chat_tags
          where workspace_id = ${workspaceId} and tag_id in (
            select id from tags
            where workspace_id = ${workspaceId} and ${containsAll(sql.ref('name'), text)})
          order by chat_id desc limit ${RANKED_MAX}
        ) union (
          select id from (
            select id, title from chats
            where workspace_id = ${workspaceId} and title is not null
            order by id desc limit ${RANKED_MAX}
          ) as groups where ${containsAll(sql.ref('title'), text)}
        ) ${bySummary}
      ) as other
      cross join lateral (
        select id, person_id from chats where workspace_id = ${workspaceId} and chats.id = other.id limit 1
      ) as chat
      cross join lateral (
        select ${rankOfPerson(text)} as rank, updated_at as at from people
        where workspace_id = ${workspaceId} and people.id = chat.person_id limit 1
      ) as person
      where chat.person_id <> all (${matched.map(({ id }) => id)}::uuid[])
    )
  )`
  return db
    .selectFrom(found.as('found'))
    .select(['found.id', 'found.person_id', 'found.rank', 'found.at'])
    .select(
      sql<string | null>`(
        select ${summary} from chat_changes
        where chat_changes.workspace_id = ${workspaceId} and chat_changes.chat_id = found.id
          and ${hasSummary} and ${containsAll(summary, text)}
        order by occurred_at desc, chat_changes.id desc limit 1
      )`.as('summary'),
    )
}
