import type { Scope } from '#db/context.ts'
import { updateById } from '#db/update-by-id.ts'
import { createPolicy } from '#sla/create-policy.ts'
import { readPolicies } from '#sla/read-policies.ts'
import { updateTargets } from '#sla/update-targets.ts'

/** The policy of the demo is older than its conversations. */
const AGE_MS = 30 * 86_400_000

/**
 * Creates the policy of the demo, by which one conversation is due soon and others are overdue, and applies it to the conversations that
 * there are, in the caller's transaction.
 */
export async function seedSla(tx: Scope): Promise<void> {
  const { id } = await createPolicy(tx, {
    name: 'Answer within an hour',
    first_response_minutes: 60,
    next_response_minutes: 60,
    clock: 'wall',
    warning_percent: 60,
  })
  await updateById(tx, 'sla_policies', id, {
    created_at: new Date(tx.clock.now().getTime() - AGE_MS),
  })
  const chats = await tx.db
    .selectFrom('chats')
    .select(['id', 'created_at', 'channel_id', 'team_id'])
    .where('workspace_id', '=', tx.workspaceId)
    .execute()
  const touches = chats.map(({ id: chatId, created_at: at, channel_id: channelId, team_id }) => ({
    chatId,
    snapshots: [
      { at, chat: { team_id, channel: { id: channelId, type: '', name: '' }, tags: [] } },
    ],
  }))
  await updateTargets(tx, touches, await readPolicies(tx))
}
