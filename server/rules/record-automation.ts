import type { Automation } from '#conversations/automation.ts'
import type { Scope } from '#db/context.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'

/** Records `automation.triggered` in the caller's transaction, in the name of its actor. The endpoints that subscribe it get it. */
export async function recordAutomation(
  tx: Scope,
  { conversationId, label }: { conversationId: string; label: string },
): Promise<void> {
  const now = tx.clock.now()
  const data: Automation = {
    id: newId(now),
    conversation_id: conversationId,
    label,
    author: { type: tx.actor.type, id: tx.actor.id },
    created_at: now,
  }
  await recordEvents(tx, [{ type: 'automation.triggered', data }])
}
