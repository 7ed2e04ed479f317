import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import type { Bots } from '#db/tables/bots.ts'

/** Returns the bot with this id and locks it until the transaction ends. @throws {AppError} bot_not_found */
export async function lockBot(tx: Scope, id: string): Promise<Selectable<Bots>> {
  const bot = await getById(tx, 'bots', id, 'change')
  if (bot.deleted_at) throw notFound('bots', id)
  return bot
}
