import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceToWebApps, TAGS_CHANGED } from '#events/announce-to-web-apps.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { nameTaken } from './create-tag.ts'
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
    await updateById(tx, 'tags', before.id, { name: after.name, color: after.color }).catch(
      nameTaken(name),
    )
    await recordAudit(tx, 'tag.updated', before.id, { name: before.name, ...changes })
    await announceToWebApps(tx, TAGS_CHANGED)
    return toTag(after)
  })
}
