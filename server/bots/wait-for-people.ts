import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Lets the customers of locked conversations wait for an answer from now on, if they do not wait already: a bot has answered, but handed
 * over to people. Without this, the conversation would be in no queue.
 */
export async function waitForPeople(tx: Scope, chatIds: string[]): Promise<void> {
  await prepared`
    update chat_activity set waiting_since = ${tx.clock.now()}::timestamptz
    where workspace_id = ${tx.workspaceId} and chat_id = any (${chatIds}::uuid[]) and waiting_since is null
      and exists (
        select from chats
        where chats.workspace_id = ${tx.workspaceId} and chats.id = chat_id and chats.status = 'open')`.execute(
    tx.db,
  )
}
