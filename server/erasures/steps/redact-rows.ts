import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isAbout, redact } from '../redact.ts'
import { containsAny, scan } from '../scan.ts'
import type { Step } from '../step.ts'

const BATCH = 1_000

/** A table whose rows stay: `columns` are redacted, `about` is the text that decides whether a row is the contact's. */
type Redacted = {
  name: string
  table: string
  columns: { name: string; type: 'jsonb' | 'text' }[]
  about: RawBuilder<unknown>
  /** Names are always replaced, not only in rows about the contact. */
  withNames?: boolean
  /** The start of `about` in rows in which names are replaced, too. */
  namesIn?: string
}

function redactRows({ name, table, columns, about, withNames = false, namesIn }: Redacted): Step {
  return {
    name,
    async run(tx, { subject, cursor }) {
      const wanted = [
        ...subject.values,
        ...subject.contactIds,
        ...subject.chatIds,
        ...(withNames || namesIn ? subject.names : []),
      ]
      const refs = sql.join(columns.map((column) => sql.ref(column.name)))
      const texts = sql`concat_ws(' ', ${about}, ${sql.join(
        columns.map((column) => sql`${sql.ref(column.name)}::text`),
      )})`
      const { rows, next } = await scan<
        Record<string, unknown> & { id: string; is_found: boolean; about: string }
      >(
        tx,
        {
          table,
          key: { id: 'uuid' },
          columns: sql`${refs}, ${about}::text as about, ${containsAny(texts, wanted)} as is_found`,
          limit: BATCH,
        },
        cursor,
      )
      let count = 0
      for (const row of rows.filter((each) => each.is_found)) {
        const before = Object.fromEntries(columns.map((column) => [column.name, row[column.name]]))
        const isTheirs = isAbout(`${row.about} ${JSON.stringify(before)}`.toLowerCase(), subject)
        const isNamed = namesIn !== undefined && row.about.startsWith(namesIn)
        const after = redact(before, subject, withNames || isTheirs || isNamed) as Record<
          string,
          unknown
        >
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

/** Redacts rows that stay because they are about others, or record what members did. */
export const redactSteps: Step[] = [
  redactRows({
    name: 'audit_entries',
    table: 'audit_entries',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`concat_ws(' ', target_type, target_id)`,
    // Names of views.
    namesIn: 'view ',
  }),
  redactRows({
    name: 'other_timelines',
    table: 'timeline_entries',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`person_id`,
  }),
  redactRows({
    name: 'notices',
    table: 'notices',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`id`,
  }),
  redactRows({
    name: 'views',
    table: 'views',
    columns: [
      { name: 'name', type: 'text' },
      { name: 'filters', type: 'jsonb' },
    ],
    about: sql`id`,
    withNames: true,
  }),
  redactRows({
    name: 'platform_events',
    table: 'channel_events',
    columns: [{ name: 'data', type: 'jsonb' }],
    about: sql`id`,
  }),
]
