import { MESSAGE_CHARACTERS_MAX, CAPTION_CHARACTERS_MAX } from '#shared/messages.ts'
import type { SendInput } from '../send.ts'
import type { Attachment } from './attachments.ts'

const WITH_CAPTION = ['image', 'video', 'document']

/** Counts characters as the platform does. */
export function countCharacters(text: string): number {
  return text.length <= MESSAGE_CHARACTERS_MAX / 4 ? text.length : [...text].length
}

/**
 * Returns the messages of a reply: one per file, with the text as the caption of the first if it can have one, else as
 * a separate message before them. Only the first one quotes.
 */
export function composeMessages(
  text: string,
  files: readonly Attachment[],
  replyTo: string | null,
): SendInput[] {
  const words = text.trim()
  const [first] = files
  const isCaption =
    first !== undefined &&
    words !== '' &&
    WITH_CAPTION.includes(first.type ?? '') &&
    countCharacters(words) <= CAPTION_CHARACTERS_MAX
  const messages: SendInput[] = files.map(({ mediaId, file, size, url, type }, index) => ({
    media_id: mediaId!,
    ...(type !== null && { type: type as NonNullable<SendInput['type']> }),
    ...(isCaption && index === 0 && { message: words }),
    file: { url, name: file.name, mimeType: file.type, size, source: file },
  }))
  const all = words === '' || isCaption ? messages : [{ message: words }, ...messages]
  return all.map((message, index) =>
    index === 0 && replyTo !== null ? { ...message, reply_to: replyTo } : message,
  )
}
