import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { Chat } from '#conversations/schema.ts'
import type { PageInput } from '#lib/page.ts'
import { Message, toMessage } from '#messages/schema.ts'
import { toPreview } from '#shared/to-preview.ts'
import { excerpt, Excerpt } from '../excerpt.ts'
import { findMatch } from '../find-match.ts'
import type { TextTable } from '../find-texts.ts'
import { pageOfTexts } from '../page-of-texts.ts'
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
  return pageOfTexts(scope, TEXTS, text, page, {
    readRows: (ids) =>
      selectFrom(scope, 'messages')
        .selectAll()
        .where('id', '=', sql<string>`any (${ids}::uuid[])`)
        .orderBy('id', 'desc')
        .execute(),
    toItem: (row, chat) => ({
      message: toMessage(scope, row),
      chat,
      ...excerptOf(row, chat.channel.type, text),
    }),
  })
}

/** Returns an excerpt of the field that matches best. */
function excerptOf(
  message: Parameters<typeof messageFields>[0],
  channelType: string,
  text: SearchText,
): Pick<Static<typeof FoundMessage>, 'field' | 'snippet' | 'highlights'> {
  const row = { ...message, text: message.text && toPreview(message.text, channelType) }
  const match = findMatch(messageFields(row), text) as ReturnType<typeof excerptOf> | null
  return match ?? { field: 'text', ...excerpt(row.text ?? '', text) }
}
