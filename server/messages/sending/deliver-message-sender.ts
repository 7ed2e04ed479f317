import type { Selectable } from 'kysely'
import { decryptAccessToken } from '#channels/access-token.ts'
import type { CloudAccount, SendOutcome } from '#channels/cloud-api.ts'
import type { Scope } from '#context.ts'
import type { Channels } from '#db/channel-tables.ts'
import type { TurnTools } from './deliver-message.ts'
import type { QueuedMessage } from './deliver-message-queue.ts'
import { giveLink } from './give-link.ts'
import { giveUpload } from './give-upload.ts'

/** What the sender reads of a channel. */
export type SendingChannel = Pick<Selectable<Channels>, 'type' | 'account' | 'access_token'>

/** The platform could not fetch or use the file. Source: Cloud API, "Error codes". */
const MEDIA_REFUSED = '131053'

/**
 * Hands one message of a channel to the platform, its file first where it is one of ours. A link that the platform
 * cannot use, now or in the message that this one is sent instead of, is fetched here and uploaded, once.
 */
export function createSender(
  scope: Scope,
  channelId: string,
  channel: SendingChannel | undefined,
  { api, storage, fetch }: Pick<TurnTools, 'api' | 'storage' | 'fetch'>,
): (message: QueuedMessage) => Promise<SendOutcome> {
  if (!channel?.access_token)
    return async () => reject('channel_not_connected', 'The channel has no access token.')
  const { type, account } = channel
  if (type !== 'whatsapp')
    return async () => reject('channel_not_connected', `Sending by ${type} is not possible yet.`)
  const accessToken = decryptAccessToken(scope, channelId, channel.access_token)
  const ours: CloudAccount = { account, accessToken }

  const send = (message: QueuedMessage, mediaId: string | null): Promise<SendOutcome> =>
    api.send({
      ...ours,
      message: {
        id: message.id,
        recipient: message.recipient,
        isGroup: message.is_group,
        type: message.type,
        text: message.text,
        mediaUrl: mediaId === null ? textOf(message.media, 'url') : null,
        mediaId,
        filename: textOf(message.media, 'filename'),
        content: message.content as Record<string, unknown> | null,
        replyTo: message.reply_platform_id,
      },
    })

  /** Sends a message whose link the platform cannot use with the file itself; undefined where that is no help. */
  async function sendUploaded(message: QueuedMessage): Promise<SendOutcome | undefined> {
    const url = textOf(message.media, 'url')
    if (url === null || !fetch) return undefined
    const link = { url, type: message.type, filename: textOf(message.media, 'filename') }
    const given = await giveLink(link, fetch, (file) => api.upload(ours, file))
    if (!given) return undefined
    if (given.kind === 'ambiguous') return { ...given, kind: 'retry' }
    return given.kind === 'accepted' ? send(message, given.platformMediaId) : given
  }

  return async (message) => {
    if (message.type === 'reaction' && message.reply_platform_id === null)
      return reject('message_unknown', 'The message to react to never reached the platform.')
    const uploadId = textOf(message.media, 'id')
    if (uploadId !== null) {
      const upload = { channelId, uploadId }
      const given = await giveUpload(scope, upload, (file) => api.upload(ours, file), storage)
      return given.kind === 'accepted' ? send(message, given.platformMediaId) : given
    }
    if (message.retried_error_code === MEDIA_REFUSED) {
      const uploaded = await sendUploaded(message)
      if (uploaded) return uploaded
    }
    const outcome = await send(message, null)
    const isRefused = outcome.kind === 'rejected' && outcome.error.code === MEDIA_REFUSED
    return (isRefused && (await sendUploaded(message))) || outcome
  }
}

function textOf(media: QueuedMessage['media'], name: string): string | null {
  const value = media?.[name]
  return typeof value === 'string' ? value : null
}

function reject(code: string, message: string): SendOutcome {
  return { kind: 'rejected', error: { code, message } }
}
