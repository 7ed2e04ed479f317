import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { findById } from '#db/find-by-id.ts'
import { toErasure } from './schema.ts'
import type { Erasure } from './schema.ts'

/** Returns an erasure with its progress, or its certificate. @throws {AppError} erasure_not_found */
export async function getErasure(scope: Scope, id: string): Promise<Erasure> {
  const row = await findById(scope, 'erasures', id)
  if (!row) throw new AppError('erasure_not_found', `There is no erasure ${id} in this workspace.`)
  return toErasure(row)
}
