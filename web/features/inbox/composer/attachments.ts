import { useSyncExternalStore } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { uploadFile } from './upload-file.ts'

/** A file that goes with the next reply. `url`: a blob: address to show it by; `mediaId`: once it is uploaded. */
export type Attachment = {
  key: string
  file: File
  url: string | null
  state: 'uploading' | 'ready' | 'failed'
  /** From 0 to 1. */
  progress: number
  mediaId: string | null
  /** The type of message that it goes as. */
  type: string | null
  /** Why it failed, in the server's words; null where it could not be reached. */
  error: string | null
  /** Why the server takes no such file, so that trying again is of no use; null where it may. */
  refusal: 'kind' | 'empty' | 'size' | null
}

/** Files that go with one reply at most. */
export const ATTACHMENTS_MAX = 10

const none: readonly Attachment[] = []
const byChat = new Map<string, readonly Attachment[]>()
const uploads = new Map<string, AbortController>()
const listeners = new Set<() => void>()

function change(chatId: string, next: readonly Attachment[]): void {
  if (next.length > 0) byChat.set(chatId, next)
  else byChat.delete(chatId)
  for (const each of listeners) each()
}

function update(chatId: string, key: string, patch: Partial<Attachment>): void {
  const list = byChat.get(chatId) ?? none
  change(
    chatId,
    list.map((each) => (each.key === key ? { ...each, ...patch } : each)),
  )
}

/** The files that go with the next reply to a chat. They stay, and go on uploading, while another chat is shown. */
export function useAttachments(chatId: string): readonly Attachment[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
    () => byChat.get(chatId) ?? none,
  )
}

/** Takes files for the next reply and begins to upload them; gives how many there was no room for. */
export function addFiles(chatId: string, files: readonly File[]): number {
  const list = byChat.get(chatId) ?? none
  const taken = files.slice(0, Math.max(0, ATTACHMENTS_MAX - list.length))
  const added = taken.map((file): Attachment => {
    const isShown = /^(image|video)\//.test(file.type)
    return {
      key: crypto.randomUUID(),
      file,
      url: isShown ? URL.createObjectURL(file) : null,
      state: 'uploading',
      progress: 0,
      mediaId: null,
      type: null,
      error: null,
      refusal: null,
    }
  })
  change(chatId, [...list, ...added])
  for (const each of added) void upload(chatId, each)
  return files.length - taken.length
}

/** Uploads one that failed once more, under the same idempotency key. */
export function retryUpload(chatId: string, attachment: Attachment): void {
  update(chatId, attachment.key, { state: 'uploading', progress: 0, error: null })
  void upload(chatId, attachment)
}

/** Takes a file away again. */
export function removeFile(chatId: string, key: string): void {
  uploads.get(key)?.abort()
  const list = byChat.get(chatId) ?? none
  const removed = list.find((each) => each.key === key)
  if (removed?.url) URL.revokeObjectURL(removed.url)
  change(
    chatId,
    list.filter((each) => each.key !== key),
  )
}

/** Gives the files of a chat away, to be sent: whoever takes them shows and at last revokes their addresses. */
export function takeFiles(chatId: string): readonly Attachment[] {
  const list = byChat.get(chatId) ?? none
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
    const error = err instanceof ApiError && err.status !== 0 ? err.message : null
    update(chatId, key, { state: 'failed', error, refusal: refusalOf(err, file) })
  } finally {
    uploads.delete(key)
  }
}

function refusalOf(err: unknown, file: File): Attachment['refusal'] {
  if (!(err instanceof ApiError)) return null
  if (err.code === 'body_too_large') return 'size'
  if (err.code !== 'media_not_usable') return null
  return file.size === 0 ? 'empty' : 'kind'
}
