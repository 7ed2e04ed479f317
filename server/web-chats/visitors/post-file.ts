import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { recordUpload } from '#messages/uploads/record-upload.ts'
import { isAnonymous } from '#platforms/web_chat/write-payload.ts'
import type { WebChatFile } from '#platforms/web_chat/write-payload.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'
import { findAccepted, postMessage } from './post-message.ts'
import type { AcceptedMessage, PostFileForm } from './schema.ts'
import type { VisitorPayloadStore } from './create-visitor-payload-store.ts'
import type { VisitorLimits } from './visitor-limits.ts'

/**
 * Stores a file of a visitor, whose bytes are in the storage already, as a message, and returns when it arrived. The file is
 * an upload until its message is processed, so housekeeping deletes it if no message is stored. A repetition is stored once.
 */
export async function postFile(
  chat: VisitedChat,
  {
    files,
    payloads,
    limits,
  }: {
    files: MediaStorage
    payloads: VisitorPayloadStore
    limits: VisitorLimits
  },
  session: VisitorSession,
  {
    id,
    text,
    page_url,
    file,
    language,
  }: Omit<PostFileForm, 'file'> & { file: WebChatFile; language: string | undefined },
): Promise<AcceptedMessage> {
  const { scope } = chat
  const discard = () => files.remove(mediaKey(scope.workspaceId, file.id))
  const known = await findOrRecord(chat, session, { id, file }).catch(async (err: unknown) => {
    // No message will have the file. If its row was stored after all, housekeeping deletes it.
    await discard().catch(() => undefined)
    throw err
  })
  if (known) {
    await discard()
    return known
  }
  const page = page_url === undefined ? {} : { page_url }
  return postMessage(chat, { payloads, limits }, session, {
    id,
    text: text ?? null,
    ...page,
    file,
    language,
  })
}

/** Returns the message if it was processed already. Otherwise records the file as an upload, before its message is stored. */
async function findOrRecord(
  chat: VisitedChat,
  session: VisitorSession,
  { id, file }: { id: string; file: WebChatFile },
): Promise<AcceptedMessage | undefined> {
  const known = await findAccepted(chat, session, id)
  if (known) return known
  const { id: mediaId, ...upload } = file
  await recordUpload(chat.scope, mediaId, upload, isAnonymous(session.address))
  return undefined
}
