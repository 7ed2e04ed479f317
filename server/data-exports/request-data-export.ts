import { recordAudit } from '#account/audit/record-audit.ts'
import { lockPersonId } from '#contacts/find-person-id.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { keptUntil } from './kept-until.ts'
import { toDataExport } from './schema.ts'
import type { DataExport } from './schema.ts'
import { SECTIONS } from './sections.ts'

/**
 * Starts the export of all data of a contact, which a worker completes. Returns the running export when there is one.
 *
 * @throws {AppError} person_not_found
 */
export async function requestDataExport(scope: Scope, contactId: string): Promise<DataExport> {
  return transaction(scope, async (tx) => {
    const personId = await lockPersonId(tx, contactId)
    const now = tx.clock.now()
    const created = await tx.db
      .insertInto('data_exports')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        contact_id: personId,
        section: SECTIONS[0]!.name,
        requested_by_type: tx.actor.type,
        requested_by_id: tx.actor.id,
        requested_at: now,
        expires_at: keptUntil(now),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'contact_id'])
          .where('status', '=', 'running')
          .doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!created) return toDataExport(tx, await readRunning(tx, personId))
    await recordAudit(tx, 'contact.export_requested', personId, { export_id: created.id })
    afterCommit(tx, () =>
      tx.wake([{ kind: 'export', workspaceId: tx.workspaceId, targetId: created.id }]),
    )
    return toDataExport(tx, created)
  })
}

async function readRunning(tx: Scope, personId: string) {
  return selectFrom(tx, 'data_exports')
    .selectAll()
    .where('contact_id', '=', personId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
}
