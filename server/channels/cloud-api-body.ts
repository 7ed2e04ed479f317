/**
 * A message as it is handed to the platform. `recipient`: a wa_id (digits), a user id such as `IN.123`, or a group's
 * id. `mediaId` is the platform's, `content` its node of the type, `replyTo` its id of the message that is answered
 * or reacted to.
 */
export type OutboundMessage = {
  id: string
  recipient: string
  isGroup?: boolean
  type: string
  text: string | null
  mediaUrl: string | null
  mediaId?: string | null
  filename?: string | null
  content?: Record<string, unknown> | null
  replyTo?: string | null
}

/** Longest caption of a media message. Source: Cloud API, "Messages". */
const CAPTION_CHARACTERS_MAX = 1024
/** Longest text of a text message. Source: Cloud API, "Messages". */
const TEXT_CHARACTERS_MAX = 4096

/**
 * The body of `POST /{phone-number-id}/messages`. One message is always one message there too: audio takes no
 * caption, so audio with a text goes as a document; a text too long for a caption goes as a text with the
 * link under it. The phone is written with `+`, or the platform might put its own country code before it; our
 * id rides along and comes back in each status.
 */
export function toCloudBody(message: OutboundMessage): Record<string, unknown> {
  return {
    messaging_product: 'whatsapp',
    ...toRecipient(message),
    biz_opaque_callback_data: message.id,
    ...(message.replyTo &&
      message.type !== 'reaction' && { context: { message_id: message.replyTo } }),
    ...toContent(message),
  }
}

function toRecipient({ recipient, isGroup }: OutboundMessage): Record<string, unknown> {
  if (isGroup) return { recipient_type: 'group', to: recipient }
  return {
    recipient_type: 'individual',
    ...(/^\d+$/.test(recipient) ? { to: `+${recipient}` } : { recipient }),
  }
}

function toContent(message: OutboundMessage): Record<string, unknown> {
  const { type, text, mediaUrl, mediaId, content } = message
  const body = text ?? ''
  if (type === 'reaction') {
    return { type, reaction: { message_id: message.replyTo, emoji: body } }
  }
  if (content && Object.hasOwn(content, type)) return { type, [type]: content[type] }
  const named = message.filename ? { filename: message.filename } : {}
  if (mediaId)
    return {
      type,
      [type]: { id: mediaId, ...(body && { caption: body }), ...(type === 'document' && named) },
    }
  if (mediaUrl === null) return toText(body)
  if ([...body].length > CAPTION_CHARACTERS_MAX) {
    const withLink = `${body}\n${mediaUrl}`
    return toText([...withLink].length > TEXT_CHARACTERS_MAX ? body : withLink)
  }
  const caption = body === '' ? {} : { caption: body }
  if ((type === 'audio' || type === 'sticker') && body === '')
    return { type, [type]: { link: mediaUrl } }
  if (type === 'image' || type === 'video') return { type, [type]: { link: mediaUrl, ...caption } }
  return {
    type: 'document',
    document: { link: mediaUrl, ...caption, ...filenameOf(mediaUrl), ...named },
  }
}

function toText(body: string): Record<string, unknown> {
  return { type: 'text', text: { body, preview_url: /https?:\/\//.test(body) } }
}

function filenameOf(mediaUrl: string): { filename?: string } {
  const name = URL.parse(mediaUrl)?.pathname.split('/').at(-1)
  if (!name) return {}
  try {
    return { filename: decodeURIComponent(name).slice(0, 240) }
  } catch {
    return { filename: name.slice(0, 240) }
  }
}
