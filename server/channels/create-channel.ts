import type { Scope } from '../context.ts'
import { sqlState } from '../db/pool.ts'
import { transaction } from '../db/transaction.ts'
import { AppError, fieldError } from '../lib/errors.ts'
import { newId } from '../lib/ids.ts'
import { encryptAccessToken } from './access-token.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/**
 * A channel to connect. `account` is the platform's id of our side: WhatsApp's phone number id. Without an access
 * token the channel receives but cannot send.
 */
export type CreateChannelInput = {
  type: 'whatsapp'
  account: string
  displayPhone?: string | undefined
  name?: string | undefined
  accessToken?: string | undefined
}

/**
 * Connects a channel to the workspace and routes what arrives for its account there.
 *
 * @throws {AppError} channel_taken (the account is connected already, here or elsewhere), validation_failed
 */
export async function createChannel(scope: Scope, input: CreateChannelInput): Promise<Channel> {
  if (!/^\d{1,32}$/.test(input.account))
    throw fieldError('validation_failed', 'phone_number_id', 'must be made of digits')
  if (input.accessToken !== undefined && !/^[\x21-\x7e]{1,4096}$/.test(input.accessToken))
    throw fieldError('validation_failed', 'access_token', 'must hold no spaces')
  const id = newId()
  const row = {
    workspace_id: scope.workspaceId,
    id,
    type: input.type,
    name: input.name ?? 'WhatsApp',
    account: input.account,
    display_phone: input.displayPhone ?? null,
    access_token:
      input.accessToken === undefined ? null : encryptAccessToken(scope, id, input.accessToken),
    created_at: scope.clock.now(),
  }
  // oxlint-disable-next-line parley/record-event -- the catalogue has no event of channels
  await transaction(scope, async (tx) => {
    await tx.db
      .insertInto('channel_routes')
      .values({
        platform: input.type,
        account: input.account,
        workspace_id: scope.workspaceId,
        channel_id: id,
      })
      .execute()
    await tx.db.insertInto('channels').values(row).execute()
  }).catch((err: unknown) => {
    if (sqlState(err) === '23505')
      throw new AppError('channel_taken', `The account ${input.account} is connected already.`)
    throw err
  })
  return toChannel(row)
}
