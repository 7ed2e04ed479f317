import type { Scope } from '#db/context.ts'
import { findById } from '#db/find-by-id.ts'
import { AppError } from '#lib/errors.ts'
import { toApiKey } from './schema.ts'
import type { ApiKey } from './schema.ts'

/** Returns an API key of the workspace, also a revoked or expired one. @throws {AppError} api_key_not_found */
export async function getApiKey(scope: Scope, id: string): Promise<ApiKey> {
  const key = await findById(scope, 'api_keys', id)
  if (!key || key.client_id !== null)
    throw new AppError('api_key_not_found', 'There is no such API key in this workspace.')
  return toApiKey(key)
}
