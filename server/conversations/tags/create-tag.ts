import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { toTag } from './schema.ts'
import type { Tag } from './schema.ts'

/** Creates a tag, gray by default. @throws {AppError} tag_taken, validation_failed */
export async function createTag(
  scope: Scope,
  input: { name: string; color?: string },
): Promise<Tag> {
  const name = readTrimmed('name', input.name)
  return transaction(scope, async (tx) => {
    const row = await insertRow(tx, 'tags', {
      id: newId(),
      name,
      color: input.color ?? 'gray',
      created_at: tx.clock.now(),
    }).catch(nameTaken(name))
    await recordAudit(tx, 'tag.created', row.id, { name })
    return toTag(row)
  })
}

/** Returns a handler of errors that throws tag_taken for the violation of a unique name. */
export function nameTaken(name: string) {
  return refuseTaken('tag_taken', `A tag named ${name} already exists.`)
}
