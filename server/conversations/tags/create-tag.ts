import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { insertRow } from '#db/insert-row.ts'
import { sqlState } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
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
    }).catch((err: unknown) => refuseTaken(err, name))
    await recordAudit(tx, 'tag.created', row.id, { name })
    return toTag(row)
  })
}

/** Throws tag_taken if `err` is a violation of the unique name, else `err`. */
export function refuseTaken(err: unknown, name: string): never {
  if (sqlState(err) !== '23505') throw err
  throw new AppError('tag_taken', `A tag named ${name} already exists.`, { cause: err })
}
