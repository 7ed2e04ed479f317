import { sql } from 'kysely'
import { findIdentityOwners } from '../find-identity-owners.ts'
import { keyText, ownKeys, searchKeys } from '../person-facts.ts'
import type { Scope } from '#db/context.ts'
import { isEmptyRow } from './read-csv.ts'
import type { CsvRow } from './read-csv.ts'
import { isContact, readContact } from './read-contact.ts'
import type { RowContact } from './read-contact.ts'
import { findHiddenRows, HIDDEN_ROW } from './find-hidden-rows.ts'
import type { ImportReader } from './run-batch.ts'
import { recordRejects } from './record-rejects.ts'
import type { NewReject } from './record-rejects.ts'

/** The most rejected rows that a check stores. */
const REJECTS_MAX = 1_000

/** The counts of a check so far. */
type Check = {
  done: number
  created: number
  matched: number
  rejected: number
  /** Identities of earlier rows. */
  seen: Set<string>
}

/** Returns the counts of a check that starts. */
export function newCheck(): Check {
  return { done: 0, created: 0, matched: 0, rejected: 0, seen: new Set() }
}

/**
 * Counts what an import of the rows would create, match and reject, and stores the first rejected ones. Returns false
 * when the check was ended meanwhile.
 *
 * A person who is in the file twice counts as new once.
 */
export async function checkRows(
  scope: Scope,
  id: string,
  { reader, viewer }: ImportReader,
  check: Check,
  rows: CsvRow[],
): Promise<boolean> {
  const found: { read: RowContact; reject: Omit<NewReject, 'code' | 'message'> }[] = []
  const rejects: NewReject[] = []
  for (const [index, row] of rows.entries()) {
    const { cells } = row
    if (isEmptyRow(cells)) continue
    const read = readContact(reader, row)
    const reject = { row_number: check.done + index + 2 + reader.skipped, cells }
    if (isContact(read)) found.push({ read, reject })
    else rejects.push({ ...read, ...reject })
  }
  const isHidden = await findHiddenRows(
    scope,
    viewer,
    found.map(({ read }) => read),
  )
  const contacts = found.flatMap(({ read }) => (isHidden(read) ? [] : [read]))
  rejects.push(
    ...found.flatMap(({ read, reject }) => (isHidden(read) ? [{ ...HIDDEN_ROW, ...reject }] : [])),
  )
  const owners = await findIdentityOwners(
    scope,
    contacts.flatMap(({ facts }) => searchKeys(facts)),
  )
  for (const { facts } of contacts) {
    const keys = searchKeys(facts).map(keyText)
    if (keys.some((key) => owners.has(key) || check.seen.has(key))) check.matched += 1
    else check.created += 1
    for (const key of ownKeys(facts)) check.seen.add(keyText(key))
  }
  const shown = rejects.slice(0, Math.max(0, REJECTS_MAX - check.rejected))
  check.done += rows.length
  check.rejected += rejects.length
  const { numAffectedRows } = await sql`
    update imports
    set done_count = ${check.done}, created_count = ${check.created},
      matched_count = ${check.matched}, rejected_count = ${check.rejected},
      updated_at = ${scope.clock.now()}
    where workspace_id = ${scope.workspaceId} and id = ${id}
      and status = 'checking'`.execute(scope.db)
  if (numAffectedRows === 0n) return false
  await recordRejects(scope, id, shown)
  return true
}
