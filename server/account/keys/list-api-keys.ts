import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toApiKey } from './schema.ts'
import type { ApiKey } from './schema.ts'

/**
 * Returns one page of the workspace's keys, including revoked and expired ones, newest first. @throws
 * {AppError} invalid_cursor
 */
export async function listApiKeys(scope: Scope, input: PageInput): Promise<Page<ApiKey>> {
  const query = selectFrom(scope, 'api_keys').selectAll().where('client_id', 'is', null)
  return listPage(query, NEWEST, input, toApiKey)
}
