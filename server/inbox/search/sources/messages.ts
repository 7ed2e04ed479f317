import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#context.ts'
import { Chat } from '#conversations/schema.ts'
import { cursorOf, NEWEST_BY_ID } from '#db/list-page.ts'
import type { PageInput } from '#lib/pagination.ts'
import { Message, toMessage } from '#messages/schema.ts'
import { excerpt, Excerpt } from '../excerpt.ts'
import { findMatch } from '../find-match.ts'
import { findTexts, splitPage } from '../find-texts.ts'
import type { TextTable } from '../find-texts.ts'
import { loadChats } from '../load-chats.ts'
import { MESSAGE_FIELDS, messageFields } from '../message-fields.ts'
import type { SearchText } from '../read-query.ts'
import type { Found, Source } from './source.ts'

const FoundMessage = Type.Object({
  message: Message,
  chat: Chat,
  field: Type.Enum([...MESSAGE_FIELDS], {
    description:
      'The source of the excerpt: the text, the name of a file, or the phone number, email address or company of a shared contact.',
  }),
  ...Excerpt.properties,
})

const TEXTS: TextTable = {
  table: 'messages',
  condition: sql`true`,
  indexed: sql`send_due_at is null`,
  columns: [
    { text: sql.ref('text'), condition: sql`text is not null`, hasTrigrams: true },
    {
      text: sql`message_names(media, content)`,
      condition: sql`((media is not null or content ? 'contacts') and message_names(media, content) is not null)`,
      hasTrigrams: false,
    },
  ],
}

/** Finds messages by their text, the names of their files and the contacts that they share, newest first. */
export const messages: Source<typeof FoundMessage> = {
  item: FoundMessage,
  scope: 'messages:read',
  find: findMessages,
}

async function findMessages(
  scope: Scope,
  text: SearchText,
  page: PageInput,
): Promise<Found<Static<typeof FoundMessage>>> {
  const { ids, isComplete } = await findTexts(scope, TEXTS, text, page)
  const { shown, isMore } = splitPage(ids, page)
  const rows = await scope.db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', sql<string>`any (${shown}::uuid[])`)
    .orderBy('id', 'desc')
    .execute()
  const chats = await loadChats(
    scope,
    rows.map((row) => row.chat_id),
  )
  const last = rows.at(-1)
  return {
    data: rows.flatMap((row) => {
      const chat = chats.get(row.chat_id)
      return chat ? [{ message: toMessage(scope, row), chat, ...excerptOf(row, text) }] : []
    }),
    next_cursor: isMore && last ? cursorOf(NEWEST_BY_ID, last) : null,
    isComplete,
  }
}

/** Returns an excerpt of the field that matches best. */
function excerptOf(
  row: Parameters<typeof messageFields>[0],
  text: SearchText,
): Pick<Static<typeof FoundMessage>, 'field' | 'snippet' | 'highlights'> {
  const match = findMatch(messageFields(row), text) as ReturnType<typeof excerptOf> | null
  return match ?? { field: 'text', ...excerpt(row.text ?? '', text) }
}
