import { mediaKey } from '#messages/media/media-storage.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import { recordUpload } from '#messages/uploads/record-upload.ts'
import type { WebChatFile } from '#platforms/web_chat/payload.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './find-visited-chat.ts'
import { findAccepted, postMessage } from './post-message.ts'
import type { AcceptedMessage, PostFileForm } from './schema.ts'
import type { VisitorPayloadStore } from './store-visitor-payload.ts'

/**
 * Stores a file of a visitor, whose bytes are in the storage already, as a message, and returns when it arrived. The file is
 * an upload until its message is processed. A repetition is stored once.
 */
export async function postFile(
  chat: VisitedChat,
  { files, payloads }: { files: MediaStorage; payloads: VisitorPayloadStore },
  session: VisitorSession,
  { id, text, page_url, file }: Omit<PostFileForm, 'file'> & { file: WebChatFile },
): Promise<AcceptedMessage> {
  const { scope } = chat
  const known = await findAccepted(chat, session, id)
  if (known) {
    await files.remove(mediaKey(scope.workspaceId, file.id))
    return known
  }
  const { id: mediaId, ...upload } = file
  // Recorded first: a file whose message is not stored then is deleted as one that nothing uses.
  await recordUpload(scope, mediaId, upload)
  const page = page_url === undefined ? {} : { page_url }
  return postMessage(chat, payloads, session, { id, text: text ?? null, ...page, file })
}
