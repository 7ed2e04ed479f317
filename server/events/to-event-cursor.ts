import { decodeCursor, encodeCursor } from '#lib/lists/encode-cursor.ts'
import { AppError } from '#lib/errors.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'

/** Returns the cursor of a position in a workspace's events. It is also the id of an event in the stream. */
export function toEventCursor(position: number): string {
  return encodeCursor([position])
}

/** Returns the position of a cursor. @throws {AppError} invalid_cursor */
export function readEventCursor(cursor: string): number {
  const position = decodeCursor(cursor, ['int'])?.[0]
  if (position === undefined || position < 0) throw unknownCursor()
  return position
}

/**
 * Creates the error for a cursor that does not belong to this workspace's events. Continuing from it would skip
 * events.
 */
export function unknownCursor(): AppError {
  return new AppError('invalid_cursor', 'The cursor is not a next_cursor of the events.')
}

/**
 * Creates the error for a cursor after which events were deleted. `oldest` is the first position that is still
 * valid.
 */
export function cursorExpired(oldest: number): AppError {
  return new AppError(
    'cursor_expired',
    `Events after this cursor were deleted because their retention time is over. Continue with the oldest event that is kept: after=${toEventCursor(oldest)}.`,
  )
}

/** Parses a filter by event types. Returns undefined for all types. @throws {AppError} validation_failed */
export function readEventTypes(filter: string | undefined): EventType[] | undefined {
  return readChoices(filter, 'types', EVENT_TYPES)
}
