import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { getChat } from '#conversations/get-chat.ts'
import { decodeCursor, encodeCursor } from '#lib/lists/encode-cursor.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { isUuid } from '#lib/ids.ts'
import { itemAt } from '#lib/item-at.ts'
import { findPosition, findPositions } from './find-positions.ts'
import type { Position, PositionKey } from './find-positions.ts'
import { readItems } from './read-items.ts'
import type { ThreadPage, ThreadQuery } from './schema.ts'

/** The requested part of a thread: `before` and `after` are cursors or ids of items, `around` is the id of one. */
type ReadThreadInput = Static<typeof ThreadQuery>

/**
 * Reads a part of a conversation's thread, oldest first: messages, notes and changes, in order of time and id. By
 * default the newest part; with `around`, half of the items are newer than that one.
 *
 * @throws {AppError} conversation_not_found, message_not_found, invalid_cursor, validation_failed
 */
export async function readThread(
  scope: Scope,
  chatId: string,
  input: ReadThreadInput,
): Promise<ThreadPage> {
  const { id } = await getChat(scope, chatId)
  const { limit = 50 } = input
  const given = (['before', 'after', 'around'] as const).filter((name) => input[name] !== undefined)
  if (given.length > 1)
    throw fieldError(
      'validation_failed',
      itemAt(given, 1),
      `cannot be combined with ${firstOf(given)}`,
    )
  if (input.after !== undefined) {
    const from = await readPlace(scope, id, input.after)
    const newer = await findPositions(scope, id, { direction: 'newer', from, limit: limit + 1 })
    const shown = newer.slice(0, limit)
    return toPage(scope, shown, { hasOlder: true, hasNewer: newer.length > limit })
  }
  if (input.around !== undefined) {
    const from = isUuid(input.around) ? await findPosition(scope, id, input.around) : undefined
    if (!from) throw noItem(input.around)
    const half = Math.floor(limit / 2)
    const [older, newer] = await Promise.all([
      findPositions(scope, id, { direction: 'older', from, isIncluded: true, limit: limit + 1 }),
      findPositions(scope, id, { direction: 'newer', from, limit: half + 1 }),
    ])
    const after = newer.slice(0, half)
    const before = older.slice(0, limit - after.length)
    return toPage(scope, [...before.toReversed(), ...after], {
      hasOlder: older.length > before.length,
      hasNewer: newer.length > half,
    })
  }
  const from = input.before === undefined ? undefined : await readPlace(scope, id, input.before)
  const older = await findPositions(scope, id, { direction: 'older', from, limit: limit + 1 })
  return toPage(scope, older.slice(0, limit).toReversed(), {
    hasOlder: older.length > limit,
    hasNewer: from !== undefined,
  })
}

async function toPage(
  scope: Scope,
  places: Position[],
  { hasOlder, hasNewer }: { hasOlder: boolean; hasNewer: boolean },
): Promise<ThreadPage> {
  const [first, last] = [places.at(0), places.at(-1)]
  return {
    data: await readItems(scope, places),
    before_cursor: first && hasOlder ? toCursor(first) : null,
    after_cursor: last && hasNewer ? toCursor(last) : null,
  }
}

function toCursor(place: Position): string {
  return encodeCursor([place.at.toISOString(), place.id])
}

async function readPlace(scope: Scope, chatId: string, text: string): Promise<PositionKey> {
  if (isUuid(text)) {
    const place = await findPosition(scope, chatId, text)
    if (!place) throw noItem(text)
    return place
  }
  const values = decodeCursor(text, ['time', 'uuid'])
  if (!values) throw new AppError('invalid_cursor', 'The cursor does not belong to this thread.')
  return { at: new Date(values[0]), id: values[1] }
}

function noItem(id: string): AppError {
  return new AppError('message_not_found', `There is no message or note ${id} in this thread.`)
}
