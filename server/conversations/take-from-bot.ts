import type { Scope } from '#db/context.ts'
import type { PresentMembers } from './find-present-members.ts'
import type { LockedHolder } from './lock-holder.ts'
import { updateChats } from './update-chat.ts'

/** Assigns a locked conversation that a bot holds to the member who answers it, in the transaction of the answer. */
export async function takeFromBot(
  tx: Scope,
  { id, held_by: holder }: LockedHolder,
  memberId: string,
): Promise<void> {
  const because = { reason: 'replied', bot_id: holder.id }
  const member = { id: memberId, visibility: 'all', seesNoTeam: true } as const
  const present: PresentMembers = new Map([[memberId, member]])
  await updateChats(tx, [{ id, input: { assignee_id: memberId }, because }], present)
}
