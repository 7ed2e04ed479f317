import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** Lists webhook endpoints, newest first. @throws {AppError} invalid_cursor */
export async function listEndpoints(scope: Scope, input: PageInput): Promise<Page<Endpoint>> {
  const query = selectFrom(scope, 'webhook_endpoints').selectAll()
  return listPage(query, NEWEST, input, toEndpoint)
}
