import type { Selectable } from 'kysely'
import type { Messages } from '#db/tables/messages.ts'

/** The fields of a message in which a search finds words. */
export const MESSAGE_FIELDS = ['text', 'file', 'contact'] as const

type Field = { field: (typeof MESSAGE_FIELDS)[number]; text: string | null }

/**
 * Returns the texts of a message that are searched: its text, the names of its files, and the phone numbers, email
 * addresses and companies of the contacts that it shares, as `message_names` in the database does.
 */
export function messageFields({
  text,
  media,
  content,
}: Pick<Selectable<Messages>, 'text' | 'media' | 'content'>): Field[] {
  const files = [media, ...listOf(media, 'more')].map((file) => textOf(file, 'filename'))
  const cards = listOf(content, 'contacts').flatMap((card) => [
    ...listOf(card, 'phones').map((each) => textOf(each, 'phone')),
    ...listOf(card, 'emails').map((each) => textOf(each, 'email')),
    textOf(toRecord(card)['org'], 'company'),
  ])
  return [
    { field: 'text', text },
    { field: 'file', text: join(files) },
    { field: 'contact', text: join(cards) },
  ]
}

function join(texts: (string | undefined)[]): string | null {
  return texts.filter((text) => text !== undefined).join(', ') || null
}

function listOf(value: unknown, key: string): unknown[] {
  const list = toRecord(value)[key]
  return Array.isArray(list) ? list : []
}

function textOf(value: unknown, key: string): string | undefined {
  const text = toRecord(value)[key]
  return typeof text === 'string' ? text : undefined
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
