import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import { readChoices } from '#lib/lists/read-choices.ts'
import { CHANNEL_TYPES } from '#shared/channel-types.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** Filters of channels: one or more types, separated by commas, and times of creation, which are RFC 3339. */
type ChannelFilters = { type?: string; created_after?: string; created_before?: string }

/** Lists the workspace's channels, newest first. @throws {AppError} invalid_cursor, validation_failed */
export async function listChannels(
  scope: Scope,
  input: PageInput & ChannelFilters,
): Promise<Page<Channel>> {
  const types = readChoices(input.type, 'type', CHANNEL_TYPES)
  const { createdAfter, createdBefore } = readTimes(input)
  let query = selectFrom(scope, 'channels').selectAll()
  if (types) query = query.where('type', 'in', types)
  if (createdAfter) query = query.where('created_at', '>=', createdAfter)
  if (createdBefore) query = query.where('created_at', '<', createdBefore)
  return listPage(query, NEWEST, input, toChannel)
}
