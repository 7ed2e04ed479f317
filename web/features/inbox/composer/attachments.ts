import { ParleyError } from '#client/core.ts'
import type { Upload } from '#messages/uploads/schema.ts'
import { holdPage } from '../../../lib/build.ts'
import { checkFile } from '../../../lib/check-file.ts'
import type { AcceptedFiles } from '../../../lib/check-file.ts'
import { createStore, useSelected } from '../../../lib/create-store.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import type { Wire } from '../../../lib/wire.ts'

/** A file of the next reply. `url`: a blob: address to show it; `mediaId`: set after the upload. */
export type Attachment = {
  key: string
  file: File
  /** In bytes; `file` has none if it was uploaded before. */
  size: number
  url: string | null
  state: 'uploading' | 'ready' | 'failed'
  /** From 0 to 1. */
  progress: number
  mediaId: string | null
  /** The message type that it is sent as. */
  type: string | null
  /** Why it failed, in the server's words; null if the server could not be reached. */
  error: string | null
  /** Why the server refuses such a file, so that a retry cannot succeed; null if it may. */
  refusal: 'kind' | 'empty' | 'size' | null
  /** The limit that it exceeds; null if it is unknown. */
  bytesMax: number | null
}

/** Maximum number of files in one reply. */
export const ATTACHMENTS_MAX = 10

const none: readonly Attachment[] = []
const byChat = createStore<ReadonlyMap<string, readonly Attachment[]>>(new Map())
holdPage(() => byChat.get().size > 0)
const uploads = new Map<string, AbortController>()

function filesOf(chatId: string): readonly Attachment[] {
  return byChat.get().get(chatId) ?? none
}

function change(chatId: string, next: readonly Attachment[]): void {
  byChat.update((before) => {
    const others = [...before].filter(([id]) => id !== chatId)
    return new Map(next.length > 0 ? [...others, [chatId, next]] : others)
  })
}

function update(chatId: string, key: string, patch: Partial<Attachment>): void {
  change(
    chatId,
    filesOf(chatId).map((each) => (each.key === key ? { ...each, ...patch } : each)),
  )
}

/** Returns the files of a conversation's next reply. They keep uploading while another conversation is open. */
export function useAttachments(chatId: string): readonly Attachment[] {
  return useSelected(byChat, (all) => all.get(chatId) ?? none)
}

/**
 * Adds files to the next reply and starts their upload, except of those that `accepted` says are too large. Returns how
 * many files exceed the limit.
 */
export function addFiles(
  chatId: string,
  files: readonly File[],
  accepted: readonly AcceptedFiles[],
): number {
  const list = filesOf(chatId)
  const taken = files.slice(0, Math.max(0, ATTACHMENTS_MAX - list.length))
  const added = taken.map((file): Attachment => {
    const isShown = /^(image|video)\//.test(file.type)
    const refused = checkFile(file, accepted)
    return {
      key: crypto.randomUUID(),
      file,
      size: file.size,
      url: isShown ? URL.createObjectURL(file) : null,
      state: refused === null ? 'uploading' : 'failed',
      progress: 0,
      mediaId: null,
      type: null,
      error: null,
      refusal: refused?.reason ?? null,
      bytesMax: refused?.bytesMax ?? null,
    }
  })
  change(chatId, [...list, ...added])
  for (const each of added) if (each.state === 'uploading') void upload(chatId, each)
  return files.length - taken.length
}

/** Retries a failed upload with the same idempotency key. */
export function retryUpload(chatId: string, attachment: Attachment): void {
  update(chatId, attachment.key, { state: 'uploading', progress: 0, error: null })
  void upload(chatId, attachment)
}

/** Removes a file and cancels its upload. */
export function removeFile(chatId: string, key: string): void {
  uploads.get(key)?.abort()
  const list = filesOf(chatId)
  const removed = list.find((each) => each.key === key)
  if (removed?.url) URL.revokeObjectURL(removed.url)
  change(
    chatId,
    list.filter((each) => each.key !== key),
  )
}

/** Adds an uploaded file again, of a message that returned to the composer. */
export function restoreFiles(
  chatId: string,
  file: { url: string | null; name: string; mimeType: string; source?: File } & Pick<
    Attachment,
    'mediaId' | 'type' | 'size'
  >,
): void {
  const { url, name, mimeType, source, mediaId, type, size } = file
  const added: Attachment = {
    key: crypto.randomUUID(),
    file: source ?? new File([], name, { type: mimeType }),
    size,
    url,
    state: 'ready',
    progress: 1,
    mediaId,
    type,
    error: null,
    refusal: null,
    bytesMax: null,
  }
  change(chatId, [...filesOf(chatId), added])
}

/** Adds files that are stored already, as those of a canned reply. Returns how many exceed the limit. */
export function addUploads(chatId: string, uploads: readonly Wire<Upload>[]): number {
  const list = filesOf(chatId)
  const added = uploads.filter(({ id }) => !list.some(({ mediaId }) => mediaId === id))
  const taken = added.slice(0, Math.max(0, ATTACHMENTS_MAX - list.length))
  for (const { id, type, url, filename, mime_type: mimeType, size_bytes: size } of taken)
    restoreFiles(chatId, { url, name: filename ?? '', mimeType, size, mediaId: id, type })
  return added.length - taken.length
}

/** Removes and returns the files of a conversation, to send them. The caller revokes their blob URLs. */
export function removeAllFiles(chatId: string): readonly Attachment[] {
  const list = filesOf(chatId)
  change(chatId, none)
  return list
}

async function upload(chatId: string, { key, file }: Attachment): Promise<void> {
  const ended = new AbortController()
  uploads.set(key, ended)
  try {
    const { id, type } = await uploadFile(file, {
      key,
      signal: ended.signal,
      onProgress: (progress) => update(chatId, key, { progress }),
    })
    update(chatId, key, { state: 'ready', progress: 1, mediaId: id, type })
  } catch (err) {
    if (err instanceof DOMException && err.name === 'AbortError') return
    const error = err instanceof ParleyError ? err.message : null
    update(chatId, key, { state: 'failed', error, refusal: refusalOf(err, file) })
  } finally {
    uploads.delete(key)
  }
}

function refusalOf(err: unknown, file: File): Attachment['refusal'] {
  if (!(err instanceof ParleyError)) return null
  if (err.code === 'body_too_large') return 'size'
  if (err.code !== 'media_not_usable') return null
  return file.size === 0 ? 'empty' : 'kind'
}
