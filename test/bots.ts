import { createApiKey } from '#account/keys/create-api-key.ts'
import { createBot } from '#bots/create-bot.ts'
import type { BotInput } from '#bots/schema.ts'
import type { Scope } from '#db/context.ts'

/** Creates a bot with a key that reads and writes, and returns its id and the secret of the key. */
export async function createTestBot(
  scope: Scope,
  input: BotInput = {},
): Promise<{ id: string; key: string }> {
  const { id } = await createBot(scope, { name: 'Order bot', ...input })
  const scopes = ['chats:read', 'chats:write', 'messages:read', 'messages:write', 'events:read']
  const limits = { teamIds: null, botId: id }
  const { secret } = await createApiKey(scope, { name: 'Bot', scopes, rate_limit: null }, limits)
  return { id, key: secret }
}
