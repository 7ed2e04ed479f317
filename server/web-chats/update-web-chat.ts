import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { readChannel } from '#channels/get-channel.ts'
import { updateById } from '#db/update-by-id.ts'
import { checkOrigins } from './check-origins.ts'
import { readWebChat, toWebChat } from './read-web-chat.ts'
import type { UpdateWebChatBody, WebChat } from './schema.ts'

/**
 * Updates a web chat: only the given fields change. Open widgets follow when they are loaded again.
 *
 * @throws {AppError} channel_not_found, validation_failed
 */
export async function updateWebChat(
  scope: Scope,
  id: string,
  input: UpdateWebChatBody,
): Promise<WebChat> {
  const { name, allowed_origins: origins, ...rest } = input
  const settings = {
    ...rest,
    ...(origins !== undefined && { allowed_origins: checkOrigins(origins) }),
  }
  return transaction(scope, async (tx) => {
    await readWebChat(tx, id)
    await readChannel(tx, id, 'change')
    const before = await readWebChat(tx, id)
    const after = { ...settings, ...(name !== undefined && { name }) }
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return toWebChat(tx.config, before)
    await updateTable(tx, 'web_chats')
      .set({ ...settings, updated_at: tx.clock.now() })
      .where('channel_id', '=', before.id)
      .execute()
    if (name !== undefined) await updateById(tx, 'channels', before.id, { name })
    await recordAudit(tx, 'web_chat.updated', before.id, { name: name ?? before.name, changes })
    return toWebChat(tx.config, await readWebChat(tx, id))
  })
}
