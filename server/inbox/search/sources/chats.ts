import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { readChats } from '#conversations/read-chats.ts'
import { Chat } from '#conversations/schema.ts'
import { listPage, readCursor, readPage } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { containsAll, containsGrams } from '#db/searching/contains-all.ts'
import { findMatch, Match } from '../find-match.ts'
import { limitStatements } from '../limit-statements.ts'
import { findMatchedPeople, rankOfPerson, RANKED_MAX } from '../find-matched-people.ts'
import type { MatchedPerson } from '../find-matched-people.ts'
import type { SearchText } from '../read-query.ts'
import { ranked } from './ranked.ts'
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

type FoundId = { id: string; activity_at: Date; rank: number; summary: string | null }

/** Contacts of which the conversations are read at first, and all others with the rank of the last one. */
const FIRST = 50

const ORDER = ranked<FoundId>(
  'chat_activity.activity_at',
  'found.id',
  sql.ref('found.rank'),
  (row) => row.activity_at,
)

/**
 * Reads the page of ids. Conversations come in order of the ranks of their contacts, so those of the best contacts are enough if they fill
 * the page. @throws {AppError} invalid_cursor
 */
async function pageOfIds(
  tx: Scope,
  text: SearchText,
  matched: MatchedPerson[],
  page: PageInput,
): Promise<Page<FoundId>> {
  const [best = Infinity] = readCursor(ORDER, page) ?? []
  const people = matched.filter(({ rank }) => rank <= Number(best))
  const least = people[FIRST - 1]?.rank ?? 0
  const first = people.filter(({ rank }) => rank >= least)
  const ids = await listIds(tx, text, first, page)
  const isFull = first.length === people.length || ids.next_cursor !== null
  return isFull ? ids : listIds(tx, text, people, page)
}

function listIds(
  tx: Scope,
  text: SearchText,
  people: MatchedPerson[],
  page: PageInput,
): Promise<Page<FoundId>> {
  const query = tx.db
    .selectFrom(matchedChats(tx, text, people).as('found'))
    .innerJoin('chat_activity', 'chat_activity.chat_id', 'found.id')
    .where('chat_activity.workspace_id', '=', tx.workspaceId)
    .select(['found.id', 'found.rank', 'chat_activity.activity_at'])
    .select(
      sql<string | null>`(
        select ${summary} from chat_changes
        where chat_changes.workspace_id = ${tx.workspaceId} and chat_changes.chat_id = found.id
          and ${hasSummary} and ${containsAll(summary, text)}
        order by occurred_at desc, chat_changes.id desc limit 1
      )`.as('summary'),
    )
  return listPage(query, ORDER, page, (row) => row)
}

/** Builds a query of the ids of conversations that match, with their ranks: those of `people`, and others by their own texts. */
function matchedChats(
  scope: Scope,
  text: SearchText,
  people: MatchedPerson[],
): RawBuilder<{ id: string; rank: number }> {
  const { workspaceId } = scope
  const ids = people.map(({ id }) => id)
  const ranks = people.map(({ rank }) => rank)
  const grams = containsGrams(summary, text)
  const bySummary = grams
    ? sql`union (
        select chat_id from chat_changes
        where workspace_id = ${workspaceId} and ${hasSummary} and ${grams} limit ${RANKED_MAX}
      )`
    : sql``
  return sql`(
    select id, max(rank)::integer as rank from (
      (
        select chat.id, person.rank
        from unnest(${ids}::uuid[], ${ranks}::integer[]) as person (id, rank)
        cross join lateral (
          select id from chats where workspace_id = ${workspaceId} and person_id = person.id
          limit ${RANKED_MAX}
        ) as chat
        limit ${RANKED_MAX}
      ) union all (
        select chat.id, person.rank from (
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
          select ${rankOfPerson(text)} as rank from people
          where workspace_id = ${workspaceId} and people.id = chat.person_id limit 1
        ) as person
      )
    ) as each group by id
  )`
}
