import type { Context, InWorkspace } from '#db/context.ts'
import { createEvent } from '#events/create-event.ts'
import { newId, newIdAfter } from '#lib/ids.ts'
import { toJson } from '#lib/to-json.ts'
import { toMessage } from '../schema.ts'
import type { Message } from '../schema.ts'
import { describeUpload } from '../uploads/kind-of.ts'
import type { SendReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/** A send that is ready to be inserted: its message, event and answer; nothing is stored yet. */
export type PreparedSend = InWorkspace<{
  send: Send
  target: ResolvedTarget
  message: Message
  event: { id: string; body: string }
  answer: string
  /** JSON for the row. A file is stored without its link, which is signed for each answer. */
  stored: { media: string | null; content: string | null }
}>

/** Prepares one send whose target and references are known; stores nothing. @throws {AppError} media_not_usable */
export function prepareSend(
  { config, clock }: Context,
  send: InWorkspace<Send>,
  target: ResolvedTarget,
  references: SendReferences,
): PreparedSend {
  const now = clock.now()
  const { workspaceId } = send
  const { upload } = references
  const file = upload && describeUpload(send, upload)
  const media = file?.media ?? toMedia(send)
  const message = toMessage(
    { config, clock, workspaceId },
    {
      id: send.afterId === undefined ? newId() : newIdAfter(send.afterId),
      chat_id: target.chatId,
      person_id: target.personId,
      direction: 'outbound',
      type:
        send.type ??
        file?.type ??
        (send.mediaUrl === undefined ? 'text' : mediaType(send.mediaUrl)),
      text: send.text ?? references.templateText,
      media,
      status: 'queued',
      error_code: null,
      error_message: null,
      author_type: send.actor.type,
      author_id: send.actor.id,
      created_at: now,
      content: send.content ?? null,
      origin: null,
      is_standby: false,
      reply_to_id: send.replyTo ?? null,
      reactions: null,
      sent_at: null,
      delivered_at: null,
      read_at: null,
      edited_at: null,
      revoked_at: null,
      retry_of_id: send.retryOf ?? null,
      pricing: null,
    },
  )
  const json = toJson(message)
  return {
    workspaceId,
    send,
    target,
    message,
    event: createEvent(workspaceId, 'message.sent', json, now),
    answer: `${json.slice(0, -1)},"target":${JSON.stringify({ matched_by: target.matchedBy })}}`,
    stored: {
      media: media && JSON.stringify(media),
      content: send.content ? JSON.stringify(send.content) : null,
    },
  }
}

function toMedia({ mediaUrl, filename }: Send): Record<string, unknown> | null {
  return mediaUrl === undefined
    ? null
    : { url: mediaUrl, ...(filename !== undefined && { filename }) }
}

const mediaTypes: [pattern: RegExp, type: string][] = [
  [/\.(jpe?g|png|webp|gif)$/i, 'image'],
  [/\.(mp4|3gpp?|mov|webm)$/i, 'video'],
  [/\.(mp3|ogg|opus|m4a|aac|amr|wav)$/i, 'audio'],
]

/** Returns the type of a message by its media URL's file extension; a document when that is unknown. */
function mediaType(url: string): string {
  const { pathname } = new URL(url)
  return mediaTypes.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'document'
}
