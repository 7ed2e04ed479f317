import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { getById } from '#db/get-by-id.ts'
import { updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, TAGS_CHANGED } from '#events/announce-to-web-apps.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { refuseTaken } from './create-tag.ts'
import { toTag } from './schema.ts'
import type { Tag } from './schema.ts'

/**
 * Updates the given fields of a tag, which its conversations show immediately. @throws {AppError} tag_not_found,
 * tag_taken, validation_failed
 */
export async function updateTag(
  scope: Scope,
  id: string,
  input: { name?: string; color?: string },
): Promise<Tag> {
  return transaction(scope, async (tx) => {
    const before = await getById(tx, 'tags', id, 'change')
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const after = { ...before, name, color: input.color ?? before.color }
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return toTag(before)
    await updateTable(tx, 'tags')
      .set({ name: after.name, color: after.color })
      .where('id', '=', before.id)
      .execute()
      .catch((err: unknown) => refuseTaken(err, name))
    await recordAudit(tx, {
      action: 'tag.updated',
      targetId: before.id,
      data: { name: before.name, ...changes },
    })
    await announceToWebApps(tx, TAGS_CHANGED)
    return toTag(after)
  })
}
