import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { endPause } from '#lanes/end-pause.ts'
import { checkAccessToken, encryptAccessToken } from './access-token.ts'
import { checkBusinessAccount, routeBusinessAccount } from './create-channel.ts'
import { leaveBusinessAccount } from './disconnect-channel.ts'
import { readChannel } from './get-channel.ts'
import { checkIsConnected } from './prove-ownership.ts'
import { releaseMessages } from './release-messages.ts'
import { toChannel } from './schema.ts'
import type { Channel, UpdateChannelBody } from './schema.ts'

/**
 * Updates a channel; a null access token deletes the stored one. A new access token ends the hold of its messages and
 * makes them due, like the files and templates that waited for one. Proves nothing: unless the caller is the operator,
 * `proveChannelUpdate` runs first.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, validation_failed
 */
export async function updateChannel(
  scope: Scope,
  id: string,
  input: UpdateChannelBody,
): Promise<Channel> {
  const { name, business_account: businessAccount, access_token: token } = input
  checkAccessToken(token)
  checkBusinessAccount(businessAccount)
  const row = await transaction(scope, async (tx) => {
    const before = await readChannel(tx, id, 'change')
    const isMoved = businessAccount !== undefined && businessAccount !== before.business_account
    if (isMoved || typeof token === 'string') checkIsConnected(before)
    if (isMoved) await routeBusinessAccount(tx, before.type, businessAccount)
    const changes = {
      ...(name !== undefined && { name }),
      ...(businessAccount !== undefined && { business_account: businessAccount }),
      ...(token !== undefined && {
        access_token: token === null ? null : encryptAccessToken(tx, before.id, token),
        send_held_until: null,
        send_stopped_at: null,
        send_error_code: null,
        send_error_message: null,
        templates_due_at: null,
      }),
    }
    if (Object.keys(changes).length === 0) return before
    const lanes = (['send', 'media', 'templates'] as const).map((kind) => ({
      kind,
      workspaceId: tx.workspaceId,
      targetId: before.id,
    }))
    const updated = await tx.db
      .updateTable('channels')
      .set(changes)
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (isMoved && before.business_account !== null)
      await leaveBusinessAccount(tx, before.type, before.business_account)
    await recordAudit(tx, {
      action: 'channel.updated',
      targetType: 'channel',
      targetId: before.id,
      data: {
        name: updated.name,
        changes: changedFields(nameAndAccount(before), nameAndAccount(updated)),
        ...(token !== undefined && { access_token: token === null ? 'removed' : 'replaced' }),
      },
    })
    if (typeof token === 'string') {
      await makeFilesDue(tx, before.id)
      if (before.send_error_code !== null)
        await releaseMessages(tx, before.id, before.send_error_code)
      for (const lane of lanes) await endPause(tx, lane)
      afterCommit(tx, () => tx.wake(lanes))
    }
    return updated
  })
  return toChannel(row)
}

function nameAndAccount({
  name,
  business_account,
}: {
  name: string
  business_account: string | null
}) {
  return { name, business_account }
}

/** The pauses between downloads grow; those of a channel that had no token end now. */
async function makeFilesDue(tx: Scope, channelId: string): Promise<void> {
  await tx.db
    .updateTable('media_files')
    .set({ due_at: tx.clock.now() })
    .where('workspace_id', '=', tx.workspaceId)
    .where('channel_id', '=', channelId)
    .where('status', '=', 'pending')
    .where('error', 'in', ['no_access_token', 'token_refused'])
    .execute()
}
