import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { toErasure } from './schema.ts'
import type { Erasure } from './schema.ts'

/** Returns an erasure with its progress, or its certificate. @throws {AppError} erasure_not_found */
export async function getErasure(scope: Scope, id: string): Promise<Erasure> {
  return toErasure(await getById(scope, 'erasures', id))
}
