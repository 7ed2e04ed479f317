import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'

/** Returns the name of an API key of the workspace; null when there is no such key. */
export async function getKeyName(scope: Scope, id: string): Promise<string | null> {
  return (await findById(scope, 'api_keys', id))?.name ?? null
}
