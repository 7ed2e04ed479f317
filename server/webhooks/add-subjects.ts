import { findContactNames } from '#contacts/find-contact-names.ts'
import { LOG_TEXT_CHARACTERS_MAX } from '#contacts/schema.ts'
import type { ContactName } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { cutText } from '#lib/cut-text.ts'
import { subjectOf } from '#shared/event-types.ts'

/** What an event is about: the contact, and the first characters of the text. */
type Subject = { contact: ContactName | null; text: string | null }

/** The fields of an event's resource that say what it is about; which of them exist depends on the type. */
type Data = {
  id: string
  person_id?: string
  conversation_id?: string
  person?: { id: string }
  title?: string
  text?: string | null
  last_message?: { text: string | null } | null
}

/** Adds to each row of a log what its event is about: nothing for a test event, which is not stored. */
export async function addSubjects<Row>(
  scope: Scope,
  rows: readonly Row[],
  eventIdOf: (row: Row) => string,
): Promise<(Row & Subject)[]> {
  const subjects = await readSubjects(scope, rows.map(eventIdOf))
  const none = { contact: null, text: null }
  return rows.map((row) => ({ ...row, ...(subjects.get(eventIdOf(row)) ?? none) }))
}

async function readSubjects(
  scope: Scope,
  eventIds: readonly string[],
): Promise<Map<string, Subject>> {
  if (eventIds.length === 0) return new Map()
  const rows = await selectFrom(scope, 'events')
    .select(['id', 'type', 'body'])
    .where('id', 'in', [...new Set(eventIds)])
    .execute()
  const events = rows.map(({ id, type, body }) => {
    const { data }: { data: Data } = JSON.parse(body)
    return { id, type, data }
  })
  const chatIds = events.flatMap(({ data }) => data.conversation_id ?? [])
  const contactOfChat = await findContactsOfChats(scope, chatIds)
  const contactOf = ({ type, data }: { type: string; data: Data }) =>
    data.person_id ??
    data.person?.id ??
    (subjectOf(type) === 'contact' ? data.id : contactOfChat.get(data.conversation_id ?? ''))
  const personIds = events.flatMap((event) => contactOf(event) ?? [])
  const names = await findContactNames(scope, personIds)
  return new Map(
    events.map((event) => {
      const { text, title, last_message: last } = event.data
      const shown = text ?? title ?? last?.text ?? null
      const contact = names.get(contactOf(event) ?? '') ?? null
      return [event.id, { contact, text: shown && cutText(shown, LOG_TEXT_CHARACTERS_MAX) }]
    }),
  )
}

async function findContactsOfChats(scope: Scope, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFrom(scope, 'chats')
    .select(['id', 'person_id'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.person_id]))
}
