import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { SimulatorState } from '../state.ts'
import { badParameter, GraphError } from './errors.ts'
import type { Media } from './media-file.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const URL_LIVES_MS = 5 * 60 * 1000
const MB = 1024 * 1024

/** The maximum size of any type of file; 100 MB for documents. */
export const MEDIA_BYTES_MAX = 100 * MB

const BYTES_MAX: Record<string, number> = {
  image: 5 * MB,
  sticker: 500 * 1024,
  audio: 16 * MB,
  video: 16 * MB,
  document: MEDIA_BYTES_MAX,
}

/** MIME types that the platform accepts, by kind of message. Source: Cloud API, "Media", supported types. */
const MIME_TYPES: Record<string, string[]> = {
  audio: ['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg'],
  document: [
    'text/plain',
    'application/pdf',
    'application/msword',
    'application/vnd.ms-excel',
    'application/vnd.ms-powerpoint',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  image: ['image/jpeg', 'image/png'],
  sticker: ['image/webp'],
  video: ['video/3gpp', 'video/mp4'],
}

/** Returns the MIME type without its parameters, in lower case. */
export function bareType(mimeType: string): string {
  return mimeType.split(';', 1)[0]!.trim().toLowerCase()
}

/** Returns the kind of message for a MIME type, or undefined when the platform does not accept it. */
export function kindOfMimeType(mimeType: string): string | undefined {
  const bare = bareType(mimeType)
  return Object.keys(MIME_TYPES).find((kind) => MIME_TYPES[kind]!.includes(bare))
}

/** Stores an uploaded file for 30 days; throws the platform's refusal for a wrong type or size (code 100). */
export function uploadMedia(
  state: SimulatorState,
  file: Pick<Media, 'bytes' | 'mimeType' | 'filename'>,
): Media {
  const kind = kindOfMimeType(file.mimeType)
  if (!kind) {
    const types = Object.values(MIME_TYPES).flat().join(', ')
    throw badParameter(
      `Param file must be a file with one of the following types: ${types}. Received file of type '${file.mimeType}'.`,
    )
  }
  if (file.bytes.length === 0) throw badParameter('Param file must not be empty.')
  if (file.bytes.length > BYTES_MAX[kind]!) {
    throw badParameter(
      'Invalid parameter',
      `The file is ${file.bytes.length} bytes; a file of type ${kind} has at most ${BYTES_MAX[kind]}.`,
    )
  }
  return keepMedia(state, { ...file, origin: 'business', livesMs: 30 * DAY_MS })
}

/** Stores a customer's file of any type for 7 days. */
export function receiveMedia(
  state: SimulatorState,
  file: Pick<Media, 'bytes' | 'mimeType' | 'filename'>,
): Media {
  return keepMedia(state, { ...file, origin: 'customer', livesMs: 7 * DAY_MS })
}

function keepMedia(
  state: SimulatorState,
  {
    livesMs,
    ...file
  }: Pick<Media, 'bytes' | 'mimeType' | 'filename' | 'origin'> & { livesMs: number },
): Media {
  const createdAt = state.clock.now()
  const media: Media = {
    ...file,
    id: `${randomInt(1, 9)}${String(randomInt(2 ** 47)).padStart(15, '0')}`,
    sha256: createHash('sha256').update(file.bytes).digest('base64'),
    createdAt,
    expiresAt: createdAt + livesMs,
    key: randomBytes(16).toString('base64url'),
  }
  state.media.add(media.id, media, media.bytes.length)
  return media
}

/** Finds a file by its id while it is stored. */
export function findMedia(state: SimulatorState, id: string): Media | undefined {
  const media = state.media.get(id)
  return media && media.expiresAt > state.clock.now() ? media : undefined
}

/** Returns a URL of a file with a token, valid for five minutes. */
export function mediaUrl(state: SimulatorState, media: Media, baseUrl: string): string {
  const url = new URL('/whatsapp_business/attachments/', baseUrl)
  const expiry = Math.floor((state.clock.now() + URL_LIVES_MS) / 1000)
  url.searchParams.set('mid', media.id)
  url.searchParams.set('ext', String(expiry))
  url.searchParams.set('hash', hashOf(media, expiry))
  return url.href
}

/** Returns the file of a URL; throws a refusal with HTTP 404 after it expired. */
export function openMediaUrl(state: SimulatorState, query: Record<string, unknown>): Media {
  const media = findMedia(state, String(query.mid))
  const expiry = Number(query.ext)
  if (!media || query.hash !== hashOf(media, expiry) || expiry * 1000 < state.clock.now()) {
    throw new GraphError({ httpStatus: 404, code: 100, message: 'Media not found or URL expired' })
  }
  return media
}

function hashOf(media: Media, expiry: number): string {
  return createHash('sha256').update(`${media.key}:${expiry}`).digest('base64url').slice(0, 32)
}
