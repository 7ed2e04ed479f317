import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Lets the messages go out that a bot sent before it handed its conversation over, such as "I get you a colleague". They keep their place
 * before what the next holder sends. The conversation is locked.
 */
export async function keepQueued(
  tx: Scope,
  { id, channel_id, holder_version }: { id: string; channel_id: string; holder_version: number },
  version: number,
): Promise<void> {
  if (version === holder_version) return
  await prepared`
    update messages set holder_version = ${version}
    where workspace_id = ${tx.workspaceId} and channel_id = ${channel_id}::uuid and chat_id = ${id}::uuid
      and status = 'queued' and holder_version = ${holder_version}`.execute(tx.db)
}
