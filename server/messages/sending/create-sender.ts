import type { Selectable } from 'kysely'
import { decryptAccessToken } from '#channels/encrypt-access-token.ts'
import { ratingLink } from '#csat/rating-link.ts'
import type { Scope } from '#db/context.ts'
import type { Channels } from '#db/tables/channels.ts'
import { isLonger } from '#lib/is-longer.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { isSimulatorToken } from '#platforms/is-simulator-token.ts'
import type { ChannelAccount } from '#platforms/platform-client.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import type { QueuedMessage } from './read-queued.ts'
import { uploadFile } from './upload-file.ts'
import { uploadLink } from './upload-link.ts'

/** Columns of a channel that sending needs. */
type SendingChannel = Pick<Selectable<Channels>, 'id' | 'type' | 'account' | 'access_token'>

/** Tools of a sender. Without `fetch` an error about a link is final. */
export type SenderTools = {
  clients: PlatformClients
  fetch?: SafeFetch['fetch'] | undefined
  storage: MediaStorage
}

/**
 * Creates a function that sends one message of a channel, after uploading its file if Parley stores the file. A link that
 * the platform cannot use, now or in the message that this one retries, is downloaded here and uploaded, once.
 */
export function createSender(
  scope: Scope,
  channel: SendingChannel,
  { clients, storage, fetch }: SenderTools,
): (message: QueuedMessage) => Promise<SendOutcome> {
  if (!channel.access_token)
    return async () => reject('channel_not_connected', 'The channel has no access token.')
  const { id: channelId, type } = channel
  const { send: sendToPlatform, upload } = clients.of(type)
  if (!sendToPlatform)
    return async () => reject('channel_not_connected', `Sending on ${type} is not supported yet.`)
  const { errors } = findPlatform(type)
  const accessToken = decryptAccessToken(scope, channelId, channel.access_token)
  const isSimulated = isSimulatorToken(accessToken)
  const account: ChannelAccount = { account: channel.account, accessToken }

  const send = (message: QueuedMessage, mediaId: string | null): Promise<SendOutcome> =>
    sendToPlatform(account, {
      id: message.id,
      recipient: message.recipient,
      isGroup: message.is_group,
      type: message.type,
      text: textOfMessage(scope, message),
      mediaUrl: mediaId === null ? textOf(message.media, 'url') : null,
      mediaId,
      filename: textOf(message.media, 'filename'),
      content: message.content as Record<string, unknown> | null,
      replyTo: message.reply_platform_id,
    })

  /**
   * Uploads the file that a message links to, and sends the message with the upload. Returns undefined when that cannot
   * help.
   */
  async function sendUploaded(message: QueuedMessage): Promise<SendOutcome | undefined> {
    const url = textOf(message.media, 'url')
    if (url === null || !fetch || !upload) return undefined
    const link = { url, type: message.type, filename: textOf(message.media, 'filename') }
    const uploaded = await uploadLink(link, fetch, (file) => upload(account, file))
    if (!uploaded) return undefined
    if (uploaded.kind === 'ambiguous') return { ...uploaded, kind: 'retry' }
    return uploaded.kind === 'accepted' ? send(message, uploaded.platformMediaId) : uploaded
  }

  return async (message) => {
    // The channel may have got a token of the real platform since the message was queued.
    if (message.is_test && !isSimulated)
      return reject(
        'live_key_required',
        'The message was sent with a test key, and the channel is not of the simulator.',
      )
    const obstacle = findObstacle(type, message)
    if (obstacle) return obstacle
    if (message.type === 'reaction' && message.reply_platform_id === null)
      return reject(
        'message_unknown',
        'The message to react to was never accepted by the platform.',
      )
    const uploadId = textOf(message.media, 'id')
    if (uploadId !== null && upload) {
      const stored = { channelId, uploadId }
      const uploaded = await uploadFile(scope, stored, (file) => upload(account, file), storage)
      return uploaded.kind === 'accepted' ? send(message, uploaded.platformMediaId) : uploaded
    }
    if (message.retried_error_code && errors.isMediaRefusal(message.retried_error_code)) {
      const outcome = await sendUploaded(message)
      if (outcome) return outcome
    }
    const outcome = await send(message, null)
    const isRefused = outcome.kind === 'rejected' && errors.isMediaRefusal(outcome.error.code)
    return (isRefused && (await sendUploaded(message))) || outcome
  }
}

/** Returns the refusal of a message that the platform cannot accept; the API checks only what no platform accepts. */
function findObstacle(type: ChannelType, message: QueuedMessage): SendOutcome | undefined {
  const { sending } = findPlatform(type).capabilities
  if (!sending?.messageTypes.includes(message.type))
    return reject(
      'type_not_supported',
      `${CHANNEL_NAMES[type]} does not accept messages of type ${message.type}.`,
    )
  const { textCharactersMax: charactersMax } = sending
  const text = message.type === 'text' ? (message.text ?? '') : ''
  if (isLonger(text, charactersMax))
    return reject(
      'text_too_long',
      `${CHANNEL_NAMES[type]} does not accept texts of more than ${charactersMax} characters.`,
    )
  return undefined
}

/** Returns the text of a message, with the link of a question for a rating, which is stored nowhere. */
function textOfMessage(scope: Scope, { text, content }: QueuedMessage): string | null {
  const requestId = (content as Record<string, unknown> | null)?.['rating_link']
  if (typeof requestId !== 'string') return text
  return `${text}\n${ratingLink(scope, { workspaceId: scope.workspaceId, requestId })}`
}

function textOf(media: QueuedMessage['media'], name: string): string | null {
  const value = media?.[name]
  return typeof value === 'string' ? value : null
}

function reject(code: string, message: string): SendOutcome {
  return { kind: 'rejected', error: { code, message } }
}
