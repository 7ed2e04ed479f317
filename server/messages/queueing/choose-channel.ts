import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { findChannelTypes } from '#platforms/registry/platforms.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { SendFacts } from '../find-obstacle.ts'

/** A channel on which a conversation is opened. */
export type OpeningChannel = Omit<SendFacts, 'is_blocked' | 'is_opted_out'> & {
  id: string
  type: ChannelType
}

/**
 * Returns the named channel, or the only one that can send to phone numbers.
 *
 * @throws {AppError} channel_not_found, channel_not_connected, validation_failed
 */
export async function chooseChannel(tx: Scope, named: string | undefined): Promise<OpeningChannel> {
  const rows = await selectFrom(tx, 'channels')
    .select(['id', 'type', 'account_status', 'account_reason', 'access_token'])
    .$if(named !== undefined, (query) => query.where('id', '=', named!))
    .$if(named === undefined, (query) =>
      query.where(
        'type',
        'in',
        findChannelTypes(({ capabilities }) => capabilities.opensByPhone),
      ),
    )
    .execute()
  const channels = rows.map(({ access_token: token, ...channel }) => ({
    ...channel,
    has_access_token: token !== null,
  }))
  if (named !== undefined) {
    if (channels[0]) return channels[0]
    throw notFound('channels', named)
  }
  const ready = channels.filter((channel) => channel.has_access_token)
  if (ready.length === 1) return ready[0]!
  if (ready.length === 0)
    throw new AppError(
      'channel_not_connected',
      'The workspace has no WhatsApp channel that can send.',
    )
  throw invalidField('channel_id', 'is required because the workspace has several channels')
}
