import { decodeCursor, encodeCursor } from '../lib/cursor.ts'
import { AppError, fieldError } from '../lib/errors.ts'
import { EVENT_TYPES } from './catalogue.ts'
import type { EventType } from './catalogue.ts'

/** The cursor of a position in a workspace's events; also the id of an event in the stream. */
export function toEventCursor(position: number): string {
  return encodeCursor([position])
}

/** The position that a cursor stands for. @throws {AppError} invalid_cursor */
export function readEventCursor(cursor: string): number {
  const position = decodeCursor(cursor, ['int'])?.[0]
  if (position === undefined || position < 0)
    throw new AppError('invalid_cursor', 'The cursor is not one that the events gave.')
  return position
}

/** The types that a filter names, undefined for all. @throws {AppError} validation_failed */
export function readEventTypes(filter: string | undefined): EventType[] | undefined {
  return filter?.split(',').map((name) => {
    const type = EVENT_TYPES.find((each) => each === name.trim())
    if (type) return type
    throw fieldError('validation_failed', 'types', `must name types of ${EVENT_TYPES.join(', ')}`)
  })
}
