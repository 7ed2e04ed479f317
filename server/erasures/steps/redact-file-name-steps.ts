import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { ERASED } from '#inbound/ingest/prune-payload.ts'
import { containsWhole } from '../redact.ts'
import { scan } from '../scan.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 1_000

/** A table with the names of files that members uploaded: how a name is read and replaced, and the time of the row. */
type Named = { table: string; at: string; name: RawBuilder<unknown>; set: RawBuilder<unknown> }

/** Creates a step that replaces the names of files that name the contact, such as `asha-rao.csv`. */
function redactFileNames({ table, at, name, set }: Named): Step {
  return {
    name: `${table}_file_names`,
    async run(tx, { subject, cursor, requestedAt }) {
      const { rows, next } = await scan<{ id: string; filename: string | null }>(tx, {
        table,
        columns: sql`case when ${sql.ref(at)} <= ${requestedAt} then ${name} end as filename`,
        limit: BATCH,
        cursor,
      })
      const ids = rows.flatMap(({ id, filename }) =>
        filename !== null && namesContact(filename, subject) ? [id] : [],
      )
      if (ids.length > 0)
        await sql`
          update ${sql.table(table)} set ${set}
          where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])`.execute(tx.db)
      return { counts: { file_names: ids.length }, next }
    },
  }
}

/** Returns whether the name of a file contains a name or an address of the contact, however its words are separated. */
function namesContact(filename: string, { values, names }: Subject): boolean {
  return containsWhole(filename, values) || containsWhole(toWords(filename), names.map(toWords))
}

function toWords(text: string): string {
  return text.replaceAll(/[\s_.+-]+/g, ' ').trim()
}

/** Replaces the names of files in imports and in the audit log. */
export const redactFileNameSteps: Step[] = [
  redactFileNames({
    table: 'imports',
    at: 'created_at',
    name: sql`filename`,
    set: sql`filename = ${ERASED}`,
  }),
  redactFileNames({
    table: 'audit_entries',
    at: 'occurred_at',
    name: sql`data ->> 'filename'`,
    set: sql`data = data || ${JSON.stringify({ filename: ERASED })}::jsonb`,
  }),
]
