import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom, updateTable } from '#db/select-from.ts'
import type { BotInput } from './schema.ts'

/** Writes the channels and the teams of a locked bot, those of them that `input` has. @throws {AppError} channel_not_found, team_not_found */
export async function writeBotPlaces(
  tx: Scope,
  botId: string,
  { channel_ids: channelIds, team_ids: teamIds }: Pick<BotInput, 'channel_ids' | 'team_ids'>,
): Promise<void> {
  if (channelIds) await writePlaces(tx, 'channels', botId, channelIds)
  if (teamIds) await writePlaces(tx, 'teams', botId, teamIds)
}

async function writePlaces(
  tx: Scope,
  table: 'channels' | 'teams',
  botId: string,
  given: string[],
): Promise<void> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const places = await selectFrom(tx, table)
    .select('id')
    .where((where) =>
      where.or([where('id', '=', sql<string>`any (${ids}::uuid[])`), where('bot_id', '=', botId)]),
    )
    .$if(table === 'teams', (query) => query.where(sql<boolean>`deleted_at is null`))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const found = new Set(places.map(({ id }) => id))
  const unknown = ids.find((id) => !found.has(id))
  if (unknown !== undefined) throw notFound(table, unknown)
  await updateTable(tx, table)
    .set({ bot_id: sql`case when id = any (${ids}::uuid[]) then ${botId}::uuid end` })
    .where('id', '=', sql<string>`any (${[...found]}::uuid[])`)
    .execute()
}
