import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import type { CustomFieldSubject } from '#shared/custom-fields.ts'
import type { FieldCondition } from '#shared/field-filters.ts'
import { splitFieldFilter } from '#shared/field-filters.ts'
import { findDefinitions } from './find-definitions.ts'
import type { FieldDefinition } from './find-definitions.ts'
import { INDEXED_CHARACTERS_MAX } from './index-fields.ts'
import { DATE_PATTERN, NUMBER_PATTERN, readFieldValue } from './read-field-value.ts'

/** The values that match, and the ranges of them, both ends included; an end that is undefined has no limit. */
type Wanted = { values: string[]; ranges: [from: string | undefined, to: string | undefined][] }

/**
 * The most contacts that a filter finds by the index. If more match, they are so many that a list finds a page faster in its
 * own order.
 */
const FOUND_MAX = 5_000

/**
 * Builds conditions on `people` or `tickets` for a filter by custom fields, such as `plan:gold,silver;age:18..30`. Only values of
 * contacts have an index.
 *
 * @throws {AppError} validation_failed for a field that is not defined, and for a value that does not fit its type
 */
export async function filterFields(
  scope: Scope,
  text: string,
  appliesTo: CustomFieldSubject = 'contact',
): Promise<RawBuilder<unknown>[]> {
  const conditions = parseFieldFilter(text)
  const definitions = await findDefinitions(scope, appliesTo)
  const read = conditions.map((condition) => {
    const definition = definitions.find(({ key }) => key === condition.key)
    if (!definition) throw unknownField(condition.key, definitions)
    return { definition, wanted: readWanted(definition, condition) }
  })
  const tried = read.map(({ definition, wanted }) => ({
    matches: matchFields(definition, wanted),
    found:
      appliesTo === 'contact' &&
      definition.indexed_at !== null &&
      findByIndex(scope, definition, wanted),
  }))
  const isRare = await findRare(
    scope,
    tried.map(({ found }) => found),
  )
  return tried.map(({ matches, found }, index) =>
    found && isRare[index] ? sql`(id = any (array(${found})) and ${matches})` : matches,
  )
}

/** Selects the ids of the contacts whose indexed value matches. */
function findByIndex(
  { workspaceId }: Scope,
  definition: FieldDefinition,
  wanted: Wanted,
): RawBuilder<unknown> {
  return sql`
    select person_id from contact_field_values
    where workspace_id = ${workspaceId} and field_id = ${definition.id}
      and ${matchIndex(definition, wanted)}`
}

/** Returns whether each selection finds few contacts, by one statement for all; false for one that is not possible. */
async function findRare(
  { db }: Scope,
  selections: (RawBuilder<unknown> | false)[],
): Promise<boolean[]> {
  const counts = selections.map((found) =>
    found ? sql`(select count(*) from (${found} limit ${FOUND_MAX + 1}) as found)` : sql`null`,
  )
  if (selections.every((found) => !found)) return selections.map(() => false)
  const { rows } = await sql<{ counts: (number | null)[] }>`
    select array[${sql.join(counts)}]::integer[] as counts`.execute(db)
  return rows[0]!.counts.map((count) => count !== null && count <= FOUND_MAX)
}

function readWanted(definition: FieldDefinition, { key, values }: FieldCondition): Wanted {
  const isOrdered = definition.type === 'number' || definition.type === 'date'
  const read = (value: string) => {
    const { text, problem } = readFieldValue(definition, value)
    if (problem === undefined) return text
    const allowed = isOrdered ? `${problem}, or a range such as 2..5, 2.. or ..5` : problem
    const message = isOrdered && definition.type === 'date' ? dateRange(problem) : allowed
    throw new AppError('validation_failed', `fields: ${key} ${message}.`, {
      fields: [{ field: 'fields', code: 'invalid_value', message: `${key} ${message}` }],
    })
  }
  const wanted: Wanted = { values: [], ranges: [] }
  for (const value of values) {
    const range = isOrdered && value.includes('..') ? value.split('..') : undefined
    if (!range) wanted.values.push(read(value))
    else if (range.length > 2 || range.join('') === '') read(value)
    else {
      const [from, to] = range.map((end) => (end.trim() === '' ? undefined : read(end)))
      wanted.ranges.push([from, to])
    }
  }
  return wanted
}

function dateRange(problem: string): string {
  return `${problem}, or a range such as 2026-01-01..2026-03-31, 2026-01-01.. or ..2026-03-31`
}

/** Compares the contacts or tickets themselves: what the index finds must still be so, and a long value must be equal to its end. */
function matchFields({ key, type }: FieldDefinition, wanted: Wanted): RawBuilder<unknown> {
  const text = sql`(fields ->> ${key})`
  if (type === 'number')
    return sql`case when ${text} ~ ${NUMBER_PATTERN} then ${matchNumber(sql`${text}::numeric`, wanted)} else false end`
  if (type === 'date')
    return sql`(${text} ~ ${DATE_PATTERN} and ${matchText(sql`${text} collate "C"`, wanted)})`
  return matchText(text, wanted)
}

function matchIndex({ type }: FieldDefinition, wanted: Wanted): RawBuilder<unknown> {
  if (type === 'number') return matchNumber(sql`number`, wanted)
  const values = wanted.values.map((value) => [...value].slice(0, INDEXED_CHARACTERS_MAX).join(''))
  return sql`number is null and ${matchText(sql`value`, { ...wanted, values })}`
}

function matchNumber(number: RawBuilder<unknown>, { values, ranges }: Wanted): RawBuilder<unknown> {
  return either([
    ...(values.length > 0 ? [sql`${number} = any (${values}::numeric[])`] : []),
    ...ranges.map(([from, to]) =>
      both([
        ...(from === undefined ? [] : [sql`${number} >= ${from}::numeric`]),
        ...(to === undefined ? [] : [sql`${number} <= ${to}::numeric`]),
      ]),
    ),
  ])
}

function matchText(text: RawBuilder<unknown>, { values, ranges }: Wanted): RawBuilder<unknown> {
  return either([
    ...(values.length > 0 ? [sql`${text} = any (${values}::text[])`] : []),
    ...ranges.map(([from, to]) =>
      both([
        ...(from === undefined ? [] : [sql`${text} >= ${from}::text`]),
        ...(to === undefined ? [] : [sql`${text} <= ${to}::text`]),
      ]),
    ),
  ])
}

function both(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` and `)})`
}

function either(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(conditions, sql` or `)})`
}

function unknownField(key: string, definitions: FieldDefinition[]): AppError {
  const keys = definitions.map((each) => each.key).join(', ')
  const known = keys === '' ? 'the workspace has none' : `those of the workspace are ${keys}`
  return invalidField('fields', `must name custom fields: ${key} is none, and ${known}`)
}

const SYNTAX = 'must have the form key:value,value;key:value'

/**
 * Parses a filter by custom fields, such as `plan:gold,silver;age:18..30`.
 *
 * @throws {AppError} validation_failed for another form, and for a field with two conditions
 */
function parseFieldFilter(text: string): FieldCondition[] {
  const conditions = splitFieldFilter(text)
  const keys = new Set<string>()
  for (const { key, values } of conditions) {
    if (key === '' || values.includes('')) throw invalidField('fields', SYNTAX)
    if (keys.has(key)) throw invalidField('fields', `must not contain ${key} twice`)
    keys.add(key)
  }
  if (conditions.length === 0) throw invalidField('fields', SYNTAX)
  return conditions
}
