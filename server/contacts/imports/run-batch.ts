import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { sqlState } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { AppError } from '#lib/errors.ts'
import type { EventType } from '#shared/event-types.ts'
import { findErasedKeys } from '../record-erased-keys.ts'
import { matchPeople } from '../match-people.ts'
import { toSearch } from '../person-facts.ts'
import { recordLeads } from '../record-lead.ts'
import { toPerson } from '../schema.ts'
import { readImport } from './get-import.ts'
import type { Viewer } from '#db/visibility/viewer.ts'
import { isEmptyRow } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'
import { isContact, readContact } from './read-contact.ts'
import type { RowContact } from './read-contact.ts'
import type { RowReader } from './create-row-reader.ts'
import { findHiddenRows, HIDDEN_ROW } from './find-hidden-rows.ts'
import { recordRejects } from './record-rejects.ts'
import type { NewReject } from './record-rejects.ts'

/** How the rows of an import are read, and what its actor sees. */
export type ImportReader = { reader: RowReader; viewer: Viewer | undefined }

/** Consecutive rows of a file; `first` is the number of rows before them. */
type Batch = { first: number; rows: CsvRow[] }

/**
 * Imports rows and advances the import's position, in one transaction that locks its row: whatever is killed, and
 * however many workers run, each row is imported exactly once. Returns false when the import was advanced by another
 * worker or has ended.
 *
 * Finds rows that the database refuses by halving the batch, and rejects them.
 */
export async function runBatch(
  scope: Scope,
  id: string,
  reader: ImportReader,
  batch: Batch,
): Promise<boolean> {
  try {
    return await runRows(scope, id, reader, batch)
  } catch (err) {
    if (!isAboutData(err)) throw err
    if (batch.rows.length === 1) {
      scope.log.error({ err, import_id: id }, 'failed to import a row')
      return runRows(scope, id, reader, batch, true)
    }
    const half = Math.ceil(batch.rows.length / 2)
    const { first, rows } = batch
    return (
      (await runBatch(scope, id, reader, { first, rows: rows.slice(0, half) })) &&
      runBatch(scope, id, reader, { first: first + half, rows: rows.slice(half) })
    )
  }
}

async function runRows(
  scope: Scope,
  id: string,
  { reader, viewer }: ImportReader,
  { first, rows }: Batch,
  isRefused = false,
): Promise<boolean> {
  return transaction(scope, async (tx) => {
    const row = await readImport(tx, id, 'change')
    if (row.status !== 'running' || row.done_count !== first) return false
    const filled = rows.flatMap((each, index) =>
      isEmptyRow(each.cells)
        ? []
        : [
            {
              cells: each.cells,
              row: first + index + 2 + reader.skipped,
              read: readContact(reader, each),
            },
          ],
    )
    const read = isRefused
      ? []
      : filled.flatMap((each) => (isContact(each.read) ? [{ ...each.read, row: each.row }] : []))
    // A contact that was erased after the upload is not created again from the file.
    const valuesOf = ({ facts }: (typeof read)[number]) =>
      toSearch(facts).spellings.flatMap((keys) => keys.map(({ value }) => value))
    const erasedAt = await findErasedKeys(tx, () => read.flatMap(valuesOf))
    const isHidden = await findHiddenRows(tx, viewer, read)
    const contacts = read.filter(
      (each) =>
        !isHidden(each) &&
        valuesOf(each).every((value) => (erasedAt(value) ?? row.created_at) <= row.created_at),
    )
    const rejects = filled.flatMap(({ cells, row: row_number, read }): NewReject[] => {
      if (!isContact(read)) return [{ ...read, row_number, cells }]
      if (!isRefused && isHidden(read)) return [{ ...HIDDEN_ROW, row_number, cells }]
      const message = 'The row could not be stored.'
      return isRefused ? [{ code: 'failed', message, row_number, cells }] : []
    })
    const { created, events } = await recordContacts(tx, id, contacts)
    await recordRejects(tx, id, rejects)
    await sql`
      update imports
      set done_count = done_count + ${rows.length}, done_bytes = ${rows.at(-1)!.end},
        created_count = created_count + ${created},
        matched_count = matched_count + ${contacts.length - created},
        rejected_count = rejected_count + ${rejects.length}, updated_at = ${tx.clock.now()}
      where workspace_id = ${tx.workspaceId} and id = ${id}`.execute(tx.db)
    await recordEvents(tx, events)
    return true
  })
}

/** Returns whether an error is caused by the values of a row, not by the state of the database. Source: PostgreSQL, Appendix A. */
function isAboutData(err: unknown): boolean {
  return err instanceof AppError || /^(22|23)/.test(sqlState(err) ?? '')
}

/** A row of a file with a contact. */
type NumberedContact = RowContact & { row: number }

/**
 * Finds or creates the contacts of rows like `createContact`, in a bounded number of statements: fills empty fields and
 * records a lead for each row. Returns how many are new, and the events for the end of the transaction.
 */
async function recordContacts(
  tx: Scope,
  importId: string,
  rows: NumberedContact[],
): Promise<{ created: number; events: { type: EventType; data: unknown }[] }> {
  const matched = await matchPeople(
    tx,
    rows.map((row) => row.facts),
  )
  const leads = await recordLeads(
    tx,
    rows.map(({ facts, row }, index) => ({
      personId: matched[index]!.person.id,
      source: facts.source,
      campaign: facts.campaign,
      details: { import_id: importId, row },
      at: tx.clock.now(),
    })),
  )
  const isNew = new Set(matched.flatMap((each) => (each.matchedBy ? [] : [each.person.id])))
  const updated = new Map(
    matched.flatMap(({ person, isFilled }) =>
      isFilled && !isNew.has(person.id) ? [[person.id, person]] : [],
    ),
  )
  return {
    created: isNew.size,
    events: [
      ...matched.map(({ person, matchedBy }, index) => ({
        type: 'contact.created' as const,
        data: { ...toPerson(person), matched_by: matchedBy, lead: leads[index] },
      })),
      ...[...updated.values()].map((person) => ({
        type: 'contact.updated' as const,
        data: toPerson(person),
      })),
    ],
  }
}
