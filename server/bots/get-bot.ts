import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { isUuid } from '#lib/ids.ts'
import type { Bot } from './schema.ts'

/** Selects the bots of the workspace, also deleted ones, with their channels and teams. */
export function selectBots(scope: Scope) {
  return selectFrom(scope, 'bots')
    .select(['id', 'name', 'off_reason', 'off_at', 'timeout_seconds', 'failures', 'failed_at'])
    .select(['created_at', 'updated_at', 'deleted_at'])
    .select([
      sql<boolean>`off_at is null`.as('is_on'),
      placesOf(scope, 'channels', sql`true`).as('channel_ids'),
      placesOf(scope, 'teams', sql`place.deleted_at is null`).as('team_ids'),
    ])
}

/** Returns the bot with this id. @throws {AppError} bot_not_found */
export async function getBot(scope: Scope, id: string): Promise<Bot> {
  const bot = isUuid(id)
    ? await selectBots(scope)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!bot) throw notFound('bots', id)
  return bot
}

function placesOf(
  { workspaceId }: Scope,
  table: 'channels' | 'teams',
  condition: RawBuilder<unknown>,
): RawBuilder<string[]> {
  return sql<string[]>`array(
    select place.id from ${sql.table(table)} as place
    where place.workspace_id = ${workspaceId} and place.bot_id = bots.id and ${condition} order by 1)`
}
