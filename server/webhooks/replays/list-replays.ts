import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toReplay } from './schema.ts'
import type { Replay, ListReplaysQuery } from './schema.ts'

/** Filters of the list. */
type ListReplaysInput = Static<typeof ListReplaysQuery>

/** Lists replays, newest first: by id, which carries the time. @throws {AppError} invalid_cursor */
export async function listReplays(scope: Scope, input: ListReplaysInput): Promise<Page<Replay>> {
  let query = selectFrom(scope, 'webhook_replays').selectAll()
  if (input.endpoint_id) query = query.where('endpoint_id', '=', input.endpoint_id)
  if (input.status) query = query.where('status', '=', input.status)
  return listPage(query, NEWEST_BY_ID, input, toReplay)
}
