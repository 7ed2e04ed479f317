import { sql } from 'kysely'
import { deleteFrom } from '#db/select-from.ts'
import { findCountry } from '#contacts/find-country.ts'
import { readCsv } from '#contacts/imports/read-csv.ts'
import { readEmails } from '#contacts/imports/read-emails.ts'
import { readPhones } from '#contacts/imports/read-phones.ts'
import type { CellValues } from '#contacts/imports/read-phones.ts'
import { undoGuard } from '#contacts/imports/undo-guard.ts'
import { emailMatchKeys } from '#lib/read-email.ts'
import { scan } from '../scan.ts'
import type { Step } from '../step.ts'
import type { Subject } from '../subject.ts'

const BATCH = 1_000

/** Deletes the rejected rows of imports that show the contact. */
export const eraseRejects: Step = {
  name: 'import_rejects',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows, next } = await scan<{
      import_id: string
      row_number: number
      cells: string[]
      is_before: boolean
    }>(tx, {
      table: 'import_rejects',
      key: { import_id: 'uuid', row_number: 'integer' },
      columns: sql`cells, exists (
          select from imports
          where workspace_id = ${tx.workspaceId} and id = import_id and created_at <= ${requestedAt}
        ) as is_before`,
      limit: BATCH,
      cursor,
    })
    const theirs = rows.filter(
      ({ cells, is_before: isBefore }) => isBefore && isTheirRow(cells, subject, true),
    )
    for (const row of theirs)
      await deleteFrom(tx, 'import_rejects')
        .where('import_id', '=', row.import_id)
        .where('row_number', '=', row.row_number)
        .execute()
    return { counts: { import_rows: theirs.length }, next }
  },
}

/**
 * Removes the contact's rows from the samples of imports, and blanks them in files that are still stored. A file that was
 * uploaded after the erasure was requested may create the contact anew.
 */
export const eraseImports: Step = {
  name: 'imports',
  async run(tx, { subject, cursor, requestedAt }) {
    const { rows, next } = await scan<{
      id: string
      is_before: boolean
      body: Buffer | null
      samples: string[][]
      delimiter: string
    }>(tx, {
      table: 'imports',
      columns: sql`body, samples, delimiter, created_at <= ${requestedAt} as is_before`,
      limit: 1,
      cursor,
    })
    let count = 0
    for (const { id, body, samples, delimiter } of rows.filter((row) => row.is_before)) {
      const kept = samples.filter((cells) => !isTheirRow(cells, subject, true))
      const blanked = body && blankRows(body, delimiter, subject)
      if (kept.length === samples.length && !blanked?.count) continue
      count += blanked ? blanked.count : samples.length - kept.length
      await sql`
        update imports
        set samples = ${JSON.stringify(kept)}::jsonb,
          body = case when body is null then null else ${blanked?.body ?? null}::bytea end
        where workspace_id = ${tx.workspaceId} and id = ${id}`.execute(tx.db)
    }
    return { counts: { import_rows: count }, next }
  },
}

/** Replaces the contact's rows by empty ones of the same length, so that positions in the file stay right. */
function blankRows(
  body: Buffer,
  delimiter: string,
  subject: Subject,
): { body: Buffer; count: number } {
  const copy = Buffer.from(body)
  let start = 0
  let count = 0
  for (const { cells, end } of readCsv(body, delimiter)) {
    if (isTheirRow(cells, subject, false)) {
      count++
      const lineEnd = /\r?\n?$/.exec(body.toString('latin1', Math.max(start, end - 2), end))![0]
      copy.fill(' ', start, end - lineEnd.length)
    }
    start = end
  }
  return { body: copy, count }
}

/** Returns whether a row of a file shows the contact, as an import would read it. `withNames` also compares names. */
export function isTheirRow(
  cells: string[],
  { values, names, country }: Pick<Subject, 'values' | 'names' | 'country'>,
  withNames: boolean,
): boolean {
  const isTheirs = (found: CellValues) => found.values.some((value) => values.includes(value))
  const texts = cells.map(undoGuard)
  let countries: Set<string | undefined> | undefined
  return texts.some((cell) => {
    const text = cell.trim().toLowerCase()
    if (text === '') return false
    if (values.includes(text) || (withNames && names.includes(text))) return true
    const emails = readEmails(text).values.flatMap((email) => emailMatchKeys(email))
    if (emails.some((key) => values.includes(key))) return true
    if (!/\d{7}/.test(text.replaceAll(/\D/g, ''))) return false
    // Once for all cells: a row can have hundreds.
    countries ??= new Set([country, ...texts.flatMap((each) => findCountry(each) ?? [])])
    return [...countries].some(
      (each) => isTheirs(readPhones(cell, each)) || isTheirs(readPhones(cell, each, true)),
    )
  })
}
