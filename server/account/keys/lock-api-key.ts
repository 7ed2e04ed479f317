import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import type { ApiKeys } from '#db/tables/api-keys.ts'
import { AppError } from '#lib/errors.ts'

/** Returns the API key with this id and locks it until the transaction ends. @throws {AppError} api_key_not_found */
export async function lockApiKey(tx: Scope, id: string): Promise<Selectable<ApiKeys>> {
  const key = await findById(tx, 'api_keys', id, 'change')
  if (!key || key.client_id !== null)
    throw new AppError('api_key_not_found', 'There is no such API key in this workspace.')
  return key
}
