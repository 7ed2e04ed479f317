import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, TAGS_CHANGED } from '#events/announce-to-web-apps.ts'

/** Deletes a tag and removes it from all conversations. @throws {AppError} tag_not_found */
export async function deleteTag(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const tag = await deleteById(tx, 'tags', id)
    await recordAudit(tx, 'tag.deleted', tag.id, { name: tag.name })
    await announceToWebApps(tx, TAGS_CHANGED)
  })
}
