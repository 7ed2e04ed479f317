import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ERASED } from '#inbound/ingest/prune-payload.ts'
import { mentions, redact } from '../redact.ts'
import { containsAny, scan } from '../scan.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 1_000

/** A table whose rows stay: `columns` are redacted, `about` is the text that decides whether a row is the contact's. */
type Redacted = {
  name: string
  table: string
  columns: { name: string; type: 'jsonb' | 'text' }[]
  about: RawBuilder<unknown>
  /** The column with the time of the row. */
  at: string
  /** The start of `about` in rows with the name of a view, in which names of the contact are replaced, too. */
  namesIn?: string
}

type Found = Record<string, unknown> & {
  id: string
  is_found: boolean
  is_named: boolean
  about: string
}

function redactRows({ name, table, columns, about, at, namesIn }: Redacted): Step {
  return {
    name,
    async run(tx, { subject, cursor, requestedAt }) {
      const ids = [...subject.contactIds, ...subject.chatIds]
      const words = [...subject.values, ...(namesIn === undefined ? [] : subject.names)]
      const refs = sql.join(columns.map((column) => sql.ref(column.name)))
      const texts = sql`concat_ws(' ', ${about}, ${sql.join(
        columns.map((column) => sql`${sql.ref(column.name)}::text`),
      )})`
      // A later row with an address is about a new contact.
      const { rows, next } = await scan<Found>(tx, {
        table,
        columns: sql`${refs}, ${about}::text as about, ${
          namesIn === undefined ? sql`false` : sql`starts_with(${about}, ${namesIn})`
        } as is_named, ${containsAny(texts, ids)}
            or (${sql.ref(at)} <= ${requestedAt} and ${containsAny(texts, words)}) as is_found`,
        limit: BATCH,
        cursor,
      })
      let count = 0
      for (const row of rows.filter((each) => each.is_found)) {
        const before = Object.fromEntries(columns.map((column) => [column.name, row[column.name]]))
        const redacted = redact(before, subject, namesFor(row, before, subject))
        const after = (
          row.is_named ? replaceNames(redacted, subject.names) : redacted
        ) as typeof before
        if (JSON.stringify(after) === JSON.stringify(before)) continue
        count++
        const set = columns.map(
          (column) =>
            sql`${sql.ref(column.name)} = ${
              column.type === 'jsonb' ? JSON.stringify(after[column.name]) : after[column.name]
            }::${sql.raw(column.type)}`,
        )
        await sql`
          update ${sql.table(table)} set ${sql.join(set)}
          where workspace_id = ${tx.workspaceId} and id = ${row.id}`.execute(tx.db)
      }
      return { counts: { [name]: count }, next }
    },
  }
}

/**
 * Returns the names to replace in a row: all of them if it names the contact by an id or an address. In the name of a
 * view only names of several words, because a contact can be called like a status or any other word.
 */
function namesFor(row: Found, before: Record<string, unknown>, subject: Subject): string[] {
  const text = `${row.about} ${JSON.stringify(before)}`
  if (mentions(text, subject)) return subject.names
  return row.is_named ? subject.names.filter((each) => each.includes(' ')) : []
}

/** Replaces the name and the search text of a view that are a name of the contact. */
function replaceNames(value: unknown, names: string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const isName = (field: string, text: unknown) =>
    ['name', 'q'].includes(field) &&
    typeof text === 'string' &&
    names.includes(text.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [
      field,
      isName(field, each) ? ERASED : replaceNames(each, names),
    ]),
  )
}

/** Redacts rows that stay because they are about others, or record what members did. */
export const redactSteps: Step[] = [
  redactRows({
    name: 'audit_entries',
    table: 'audit_entries',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`concat_ws(' ', target_type, target_id)`,
    at: 'occurred_at',
    namesIn: 'view ',
  }),
  redactRows({
    name: 'other_timelines',
    table: 'timeline_entries',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`person_id`,
    at: 'occurred_at',
  }),
  redactRows({
    name: 'notices',
    table: 'notices',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`id`,
    at: 'created_at',
  }),
  redactRows({
    name: 'views',
    table: 'views',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'filters', type: 'jsonb' },
    ],
    about: sql`concat_ws(' ', 'view', id)`,
    at: 'created_at',
    namesIn: 'view ',
  }),
  redactRows({
    name: 'platform_events',
    table: 'channel_events',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`id`,
    at: 'created_at',
  }),
]
