/** A message as it is handed to the platform; `recipient` is a wa_id (digits) or a user id such as `IN.123`. */
export type OutboundMessage = {
  id: string
  recipient: string
  type: string
  text: string | null
  mediaUrl: string | null
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
    recipient_type: 'individual',
    ...(/^\d+$/.test(message.recipient)
      ? { to: `+${message.recipient}` }
      : { recipient: message.recipient }),
    biz_opaque_callback_data: message.id,
    ...toContent(message),
  }
}

function toContent({ type, text, mediaUrl }: OutboundMessage): Record<string, unknown> {
  const body = text ?? ''
  if (mediaUrl === null) return toText(body)
  if ([...body].length > CAPTION_CHARACTERS_MAX) {
    const withLink = `${body}\n${mediaUrl}`
    return toText([...withLink].length > TEXT_CHARACTERS_MAX ? body : withLink)
  }
  const caption = body === '' ? {} : { caption: body }
  if (type === 'audio' && body === '') return { type, audio: { link: mediaUrl } }
  if (type === 'image' || type === 'video') return { type, [type]: { link: mediaUrl, ...caption } }
  return { type: 'document', document: { link: mediaUrl, ...caption, ...filenameOf(mediaUrl) } }
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
