import type { Updateable } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteRows } from '#db/delete-rows.ts'
import { updateTable } from '#db/select-from.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import type { Imports } from '#db/tables/imports.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import { FIELDS_MAX, IMPORT_FIELDS, IMPORT_LISTS } from '#shared/contacts.ts'
import { readImport } from './get-import.ts'
import { IMPORT_COLUMNS, toImport } from './schema.ts'
import type { Import, ImportRow } from './schema.ts'

const nothingDone = { done_count: 0, created_count: 0, matched_count: 0, rejected_count: 0 }

/**
 * Starts a check of a file by `mapping` (by default the one it has), which counts what an import would create and
 * reject. @throws {AppError} import_not_found, import_busy, import_ended, validation_failed
 */
export async function checkImport(
  scope: Scope,
  id: string,
  mapping?: Record<string, string>,
): Promise<Import> {
  return moveImport(scope, id, async (tx, row) => {
    refuseUnless(row, ['uploaded', 'checked'])
    const read = readMapping(row.columns, mapping ?? row.mapping ?? {})
    await deleteRows(tx, 'import_rejects', 'import_id', [row.id])
    return { ...nothingDone, ...startedBy(tx), status: 'checking', mapping: JSON.stringify(read) }
  })
}

/** Starts the import of a checked file. @throws {AppError} import_not_found, import_busy, import_not_ready, import_ended */
export async function startImport(scope: Scope, id: string): Promise<Import> {
  return moveImport(scope, id, async (tx, row) => {
    refuseUnless(row, ['checked'])
    await deleteRows(tx, 'import_rejects', 'import_id', [row.id])
    await recordAudit(tx, 'import.started', row.id, { filename: row.filename, rows: row.row_count })
    return { ...nothingDone, ...startedBy(tx), status: 'running' }
  })
}

/** Cancels an import; contacts that it has created stay. @throws {AppError} import_not_found, import_ended */
export async function cancelImport(scope: Scope, id: string): Promise<Import> {
  return moveImport(scope, id, async (tx, row) => {
    if (row.status === 'cancelled') return undefined
    refuseUnless(row, ['uploaded', 'checking', 'checked', 'running'])
    return cancel(tx, row, null)
  })
}

/** Cancels a check or an import that works without its actor. One that has ended stays unchanged. */
export async function stopImport(scope: Scope, id: string, reason: CancelReason): Promise<void> {
  await moveImport(scope, id, async (tx, row) =>
    row.status === 'checking' || row.status === 'running' ? cancel(tx, row, reason) : undefined,
  )
}

async function cancel(
  tx: Scope,
  row: ImportRow,
  reason: CancelReason | null,
): Promise<Updateable<Imports>> {
  await recordAudit(tx, 'import.cancelled', row.id, {
    filename: row.filename,
    rows: row.row_count,
    done: row.done_count,
    ...(reason !== null && { reason }),
  })
  return {
    status: 'cancelled',
    cancel_reason: reason,
    body: null,
    completed_at: tx.clock.now(),
  }
}

/** Updates an import to what `decide` returns for its row, which is locked: between two batches, never within one. */
async function moveImport(
  scope: Scope,
  id: string,
  decide: (tx: Scope, row: ImportRow) => Promise<Updateable<Imports> | undefined>,
): Promise<Import> {
  return transaction(scope, async (tx) => {
    const row = await readImport(tx, id, 'change')
    const change = await decide(tx, row)
    if (!change) return toImport(row)
    const moved = await updateTable(tx, 'imports')
      .set({ ...change, updated_at: tx.clock.now() })
      .where('id', '=', row.id)
      .returning(IMPORT_COLUMNS)
      .executeTakeFirstOrThrow()
    if (moved.status === 'checking' || moved.status === 'running')
      afterCommit(tx, () =>
        tx.wake([{ kind: 'import', workspaceId: tx.workspaceId, targetId: row.id }]),
      )
    return toImport(moved)
  })
}

/** Returns the columns of the actor in whose name a check or an import works. */
function startedBy({ actor }: Scope): Updateable<Imports> {
  return { started_by_type: actor.type, started_by_id: actor.id }
}

function refuseUnless({ status }: ImportRow, allowed: ImportRow['status'][]): void {
  if (allowed.includes(status)) return
  if (status === 'uploaded')
    throw new AppError('import_not_ready', 'The import has not been checked yet. Check it first.')
  if (status === 'checking' || status === 'running')
    throw new AppError('import_busy', `The import is already ${status}.`)
  if (status === 'checked')
    throw new AppError('import_not_ready', 'The import has been checked but is not running.')
  throw new AppError('import_ended', `The import is already ${status}.`)
}

const NAMING = [
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'phone_e164',
  'phone_international',
  'email',
]

/**
 * Checks a mapping: its columns exist, each goes into a different field unless a contact can have several of its values, and one
 * of them identifies the contact.
 *
 * @throws {AppError} validation_failed
 */
function readMapping(columns: string[], given: Record<string, string>): Record<string, string> {
  const refuse = (column: string, message: string) => invalidField(`mapping.${column}`, message)
  const targets = new Set<string>()
  for (const [column, target] of Object.entries(given)) {
    if (!columns.includes(column)) throw refuse(column, 'is not a column of the file')
    const isField = (IMPORT_FIELDS as readonly string[]).includes(target)
    if (!isField && !/^fields\.[^]{1,64}$/.test(target))
      throw refuse(column, `must be one of ${IMPORT_FIELDS.join(', ')}, or fields.<name>`)
    if (targets.has(target) && !IMPORT_LISTS.includes(target))
      throw refuse(column, `is mapped to ${target}, which another column is already mapped to`)
    targets.add(target)
  }
  if ([...targets].filter((target) => target.startsWith('fields.')).length > FIELDS_MAX)
    throw invalidField('mapping', `must have at most ${FIELDS_MAX} custom fields`)
  if (!NAMING.some((target) => targets.has(target)))
    throw invalidField('mapping', 'must map a column to a name, phone_e164 or email')
  return given
}
