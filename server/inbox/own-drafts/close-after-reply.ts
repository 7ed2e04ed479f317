import { updateChats } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { present } from '#lib/present.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'

/** Closes the conversation of a reply that was just sent, in the transaction of the reply. */
export async function closeAfterReply(
  tx: Scope,
  { conversationId }: Pick<SendInput, 'conversationId'>,
): Promise<void> {
  await updateChats(tx, [{ id: present(conversationId), input: { status: 'closed' } }], new Map())
}
