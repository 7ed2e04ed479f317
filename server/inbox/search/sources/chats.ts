import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { chatQuery } from '#conversations/chat-query.ts'
import { readChats } from '#conversations/read-chats.ts'
import { Chat } from '#conversations/schema.ts'
import { listPage, readPage } from '#db/list-page.ts'
import type { PageInput } from '#lib/page.ts'
import { containsAll, containsGrams } from '#db/searching/contains-all.ts'
import { findMatch, Match } from '../find-match.ts'
import { limitStatements } from '../limit-statements.ts'
import { matchedPeople, rankOfPerson, RANKED_MAX } from '../matched-people.ts'
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
  const rank = rankOfPerson(scope, text)
  const found = await limitStatements(scope, async (tx) => {
    const query = chatQuery(tx)
      .innerJoin('people', 'people.id', 'chats.person_id')
      .where('people.workspace_id', '=', tx.workspaceId)
      .select(rank.as('rank'))
      .select(
        sql<string | null>`(
          select ${summary} from chat_changes
          where chat_changes.workspace_id = ${tx.workspaceId} and chat_changes.chat_id = chats.id
            and ${hasSummary} and ${containsAll(summary, text)}
          order by occurred_at desc, chat_changes.id desc limit 1
        )`.as('summary'),
      )
      .where('chats.id', 'in', matchedChats(tx, text))
    const ids = await listPage(
      query,
      ranked('chat_activity.activity_at', 'chats.id', rank, (row) => row.activity_at),
      page,
      (row) => row,
    )
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

/** Builds a query of the ids of conversations that match. */
function matchedChats(scope: Scope, text: SearchText): RawBuilder<string> {
  const { workspaceId } = scope
  const found = containsGrams(summary, text)
  const bySummary = found
    ? sql`union (
        select chat_id from chat_changes
        where workspace_id = ${workspaceId} and ${hasSummary} and ${found} limit ${RANKED_MAX}
      )`
    : sql``
  return sql`(
    (
      select id from chats
      where workspace_id = ${workspaceId} and person_id in ${matchedPeople(scope, text)}
      limit ${RANKED_MAX}
    ) union (
      select chat_id from chat_tags
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
    ) ${bySummary})`
}
