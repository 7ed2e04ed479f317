import type { Context } from '../context.ts'

/** Cancels the pending deliveries of an endpoint that was deleted. */
export async function cancelDeliveries(
  context: Pick<Context, 'db' | 'clock'>,
  workspaceId: string,
  endpointId: string,
): Promise<void> {
  await context.db
    .updateTable('webhook_deliveries')
    .set({ status: 'cancelled', next_attempt_at: null, completed_at: context.clock.now() })
    .where('workspace_id', '=', workspaceId)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute()
}
