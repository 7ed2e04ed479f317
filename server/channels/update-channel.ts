import type { Selectable } from 'kysely'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateTable } from '#db/select-from.ts'
import type { Channels } from '#db/tables/channels.ts'
import { afterCommit, transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { endPause } from '#lanes/end-pause.ts'
import { isSimulatorToken } from '#platforms/is-simulator-token.ts'
import { checkAccessToken, encryptAccessToken } from './encrypt-access-token.ts'
import { checkBusinessAccount, routeBusinessAccount } from './create-channel.ts'
import { isBusinessAccountShared, leaveBusinessAccount } from './disconnect-channel.ts'
import { readChannel } from './get-channel.ts'
import { checkIsConnected } from './prove-new-channel.ts'
import { releaseMessages } from './release-messages.ts'
import { toChannel } from './schema.ts'
import type { Channel, UpdateChannelBody } from './schema.ts'

/** The changed columns of a channel; `access_token` is base64, null to delete it. */
type Changes = {
  name?: string
  business_account?: string
  access_token?: string | null
  is_simulated?: boolean
}

/** Updates a channel whose business account is routed to the workspace now. */
export const channelMovedEffect: Effect<{ id: string; changes: Changes }> = {
  kind: 'channel_moved',
  apply: async (tx, { id, changes }) => void (await writeChanges(tx, id, changes)),
}

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
  const before = await readChannel(scope, id)
  const isMoved = businessAccount !== undefined && businessAccount !== before.business_account
  if (isMoved || typeof token === 'string') checkIsConnected(before)
  const changes: Changes = {
    ...(name !== undefined && { name }),
    ...(businessAccount !== undefined && { business_account: businessAccount }),
    ...(typeof token === 'string' && { is_simulated: isSimulatorToken(token) }),
    ...(token !== undefined && {
      access_token: token && encryptAccessToken(scope, before.id, token).toString('base64'),
    }),
  }
  if (Object.keys(changes).length === 0) return toChannel(before)
  if (!isMoved) return toChannel(await transaction(scope, (tx) => writeChanges(tx, id, changes)))
  const isShared = await isBusinessAccountShared(scope, before)
  await directoryTransaction(scope, async (tx) => {
    await routeBusinessAccount(tx, before.type, businessAccount)
    if (before.business_account !== null && !isShared)
      await leaveBusinessAccount(tx, before.type, before.business_account)
    await defer(tx, channelMovedEffect, { id: before.id, changes })
  })
  return toChannel(await readChannel(scope, id))
}

/** Writes changes of a channel with what follows from them, and records them in the audit log. */
async function writeChanges(
  tx: Scope,
  id: string,
  { access_token: token, ...changes }: Changes,
): Promise<Selectable<Channels>> {
  const before = await readChannel(tx, id, 'change')
  const updated = await changeById(tx, 'channels', before.id, {
    ...changes,
    ...(token !== undefined && {
      access_token: token === null ? null : Buffer.from(token, 'base64'),
      send_held_until: null,
      send_stopped_at: null,
      send_error_code: null,
      send_error_message: null,
      templates_due_at: null,
    }),
  })
  await recordAudit(tx, 'channel.updated', before.id, {
    name: updated.name,
    changes: changedFields(nameAndAccount(before), nameAndAccount(updated)),
    ...(token !== undefined && { access_token: token === null ? 'removed' : 'replaced' }),
  })
  if (typeof token === 'string') await resumeLanes(tx, before)
  return updated
}

/** Lets the messages, files and templates of a channel continue that waited for an access token. */
async function resumeLanes(tx: Scope, before: Selectable<Channels>): Promise<void> {
  const lanes = (['send', 'media', 'templates'] as const).map((kind) => ({
    kind,
    workspaceId: tx.workspaceId,
    targetId: before.id,
  }))
  await makeFilesDue(tx, before.id)
  if (before.send_error_code !== null) await releaseMessages(tx, before.id, before.send_error_code)
  for (const lane of lanes) await endPause(tx, lane)
  afterCommit(tx, () => tx.wake(lanes))
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
  await updateTable(tx, 'media_files')
    .set({ due_at: tx.clock.now() })
    .where('channel_id', '=', channelId)
    .where('status', '=', 'pending')
    .where('error', 'in', ['no_access_token', 'token_refused'])
    .execute()
}
