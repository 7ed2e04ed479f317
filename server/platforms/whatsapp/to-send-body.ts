import type { OutboundMessage } from '../platform-client.ts'
import { capabilities } from './capabilities.ts'

const { captionCharactersMax, textCharactersMax } = capabilities.sending!

/**
 * Returns the body of `POST /{phone-number-id}/messages`. One message stays one message: audio cannot have a caption,
 * so audio with a text is sent as a document; a text too long for a caption is sent as a text with the link below it.
 * Phones start with `+`, or the platform might prepend its own country code. Our id comes back in each status.
 */
export function toSendBody(message: OutboundMessage): Record<string, unknown> {
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
  if ([...body].length > captionCharactersMax) {
    const withLink = `${body}\n${mediaUrl}`
    return toText([...withLink].length > textCharactersMax ? body : withLink)
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
