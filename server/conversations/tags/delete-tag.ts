import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, TAGS_CHANGED } from '#events/announce-to-web-apps.ts'
import { isUuid } from '#lib/ids.ts'
import { tagNotFound } from './update-tag.ts'

/** Deletes a tag and removes it from all conversations. @throws {AppError} tag_not_found */
export async function deleteTag(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw tagNotFound(id)
  await transaction(scope, async (tx) => {
    const tag = await tx.db
      .deleteFrom('tags')
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!tag) throw tagNotFound(id)
    await recordAudit(tx, 'tag.deleted', tag.id, { name: tag.name })
    await announceToWebApps(tx, TAGS_CHANGED)
  })
}
