import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { switchFollower } from '#followers/switch-follower.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { BOT_TIMEOUT_SECONDS, BOTS_MAX } from '#shared/bots.ts'
import { getBot } from './get-bot.ts'
import type { Bot, BotInput } from './schema.ts'
import { writeBotPlaces } from './write-bot-places.ts'

/**
 * Creates a bot with its channels and teams. It acts with API keys that belong to it.
 *
 * @throws {AppError} validation_failed, quota_exceeded, channel_not_found, team_not_found
 */
export async function createBot(scope: Scope, input: BotInput & { name: string }): Promise<Bot> {
  const name = readTrimmed('name', input.name)
  return transaction(scope, async (tx) => {
    // Locks the counters of the workspace, so that two requests do not both create the last bot.
    await switchFollower(tx, 'bots', true)
    await checkQuota(tx)
    const now = tx.clock.now()
    const { id } = await insertRow(tx, 'bots', {
      id: newId(),
      name,
      timeout_seconds: input.timeout_seconds ?? BOT_TIMEOUT_SECONDS.default,
      created_at: now,
      updated_at: now,
    })
    await writeBotPlaces(tx, id, input)
    const bot = await getBot(tx, id)
    const { timeout_seconds, channel_ids, team_ids } = bot
    await recordAudit(tx, 'bot.created', id, { name, timeout_seconds, channel_ids, team_ids })
    return bot
  })
}

async function checkQuota(tx: Scope): Promise<void> {
  const bots = await selectFrom(tx, 'bots').select('id').where('deleted_at', 'is', null).execute()
  if (bots.length >= BOTS_MAX)
    throw new AppError('quota_exceeded', `A workspace can have ${BOTS_MAX} bots. Delete one first.`)
}
