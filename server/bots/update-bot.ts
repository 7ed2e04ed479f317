import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { getBot } from './get-bot.ts'
import { lockBot } from './lock-bot.ts'
import type { Bot, BotInput } from './schema.ts'
import { writeBotPlaces } from './write-bot-places.ts'

/**
 * Updates the given fields of a bot. Its conversations stay.
 *
 * @throws {AppError} bot_not_found, validation_failed, channel_not_found, team_not_found
 */
export async function updateBot(scope: Scope, id: string, input: BotInput): Promise<Bot> {
  return transaction(scope, async (tx) => {
    await lockBot(tx, id)
    const before = await getBot(tx, id)
    const { name, timeout_seconds, is_on: isOn } = input
    await writeBotPlaces(tx, before.id, input)
    const now = tx.clock.now()
    const switched =
      isOn === undefined || isOn === before.is_on
        ? {}
        : isOn
          ? { off_at: null, off_reason: null, failures: 0 }
          : { off_at: now, off_reason: 'by_hand' as const }
    await updateById(tx, 'bots', before.id, {
      name: name === undefined ? before.name : readTrimmed('name', name),
      timeout_seconds: timeout_seconds ?? before.timeout_seconds,
      ...switched,
    })
    const after = await getBot(tx, id)
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return before
    await updateById(tx, 'bots', before.id, { updated_at: now })
    await recordAudit(tx, 'bot.updated', before.id, { name: before.name, changes })
    return { ...after, updated_at: now }
  })
}
