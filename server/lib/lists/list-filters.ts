import { Type } from 'typebox'
import { readAlias } from '../read-alias.ts'
import { readTime } from '../read-time.ts'
import { timeText } from '#lib/schemas.ts'

/** The most characters of a filter with several values. */
const CHOICES_CHARACTERS_MAX = 500

/** The most choices that a description names. */
const CHOICES_NAMED_MAX = 8

/**
 * An optional filter with one or more of `choices`, separated by commas or repeated; use `readChoices`. Repeated values arrive as one
 * text with commas (`http/compile-validator.ts`). In the description it is a list of the choices, which have the name `title`.
 */
export function choiceList(
  choices: readonly string[],
  description = 'One or more',
  options: { title?: string } = {},
) {
  return Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: CHOICES_CHARACTERS_MAX,
      'x-list': [...choices],
      description: `${description} of ${nameChoices(choices)}, separated by commas.`,
      ...options,
    }),
  )
}

/** Lists choices for a description, which has all of them beside it. */
function nameChoices(choices: readonly string[]): string {
  return choices.length > CHOICES_NAMED_MAX ? 'the values' : choices.join(', ')
}

/** An optional filter by a time. */
export function timeFilter(description: string) {
  return Type.Optional(timeText(`${description} An RFC 3339 timestamp with any UTC offset.`))
}

/** The filters of lists by the time of creation; use `readTimes`. */
export const createdFilters = {
  created_after: timeFilter('Created at or after this time.'),
  created_before: timeFilter('Created before this time.'),
}

/** The filter of lists by the time of the last change; use `readTimes`. */
export const updatedFilter = { updated_after: timeFilter('Changed at or after this time.') }

/** The names of the filters by time, each with the names that older releases gave it. */
const TIMES = {
  createdAfter: ['created_after', 'created_since', 'since'],
  createdBefore: ['created_before', 'created_until', 'until'],
  updatedAfter: ['updated_after', 'updated_since'],
} as const

/** The times between which the items of a list were created or changed. `createdBefore` is excluded. */
type Times = Partial<Record<keyof typeof TIMES, Date>>

/**
 * Reads the filters of a list by time.
 *
 * @throws {AppError} validation_failed for a time that does not exist; conflicting_fields for an alias with another value
 */
export function readTimes(filters: object): Times {
  const found = Object.entries(TIMES).flatMap(([key, names]) => {
    const given = readAlias<string>(filters as Record<string, unknown>, names)
    return given ? [[key, readTime(given.value, given.name)] as const] : []
  })
  return Object.fromEntries(found)
}

/** Reads a filter that has an alias. @throws {AppError} conflicting_fields */
export function readAliased(
  filters: object,
  names: readonly [string, ...string[]],
): string | undefined {
  return readAlias<string>(filters as Record<string, unknown>, names)?.value
}

/** The largest difference between the clocks of processes. */
const CLOCKS_MS = 60_000

/**
 * Returns the time of the last change that every item created since `createdAfter` has at least: nothing is changed before it
 * is created, except by a process whose clock is behind. With it, an index by changes finds where to stop.
 */
export function changedSince(createdAfter: Date): Date {
  return new Date(createdAfter.getTime() - CLOCKS_MS)
}
