import type { Outgoing } from '../data/outbox.ts'
import type { MessageItem } from '../data/types.ts'

/** A message's file as it is shown. `url` is on our own server, null if there is none; `external` is elsewhere. */
export type Media = {
  kind: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  state: 'ready' | 'pending' | 'failed'
  url: string | null
  external: string | null
  name: string | null
  mimeType: string | null
  size: number | null
  isVoice: boolean
}

type FileRecord = MessageItem['attachments'][number]

/** Returns the files of a message. */
export function mediaOf({ type, attachments }: Pick<MessageItem, 'type' | 'attachments'>): Media[] {
  return attachments.map((file) => toMedia(type, file))
}

/** Returns the file of an outgoing message, which is shown from the browser's memory. */
export function mediaOfOutgoing(file: NonNullable<Outgoing['file']>): Media {
  const { url, name, mimeType, size } = file
  return {
    kind: mimeType.startsWith('image/') ? 'image' : 'document',
    state: url ? 'ready' : 'pending',
    url,
    external: null,
    name,
    mimeType,
    size,
    isVoice: false,
  }
}

function toMedia(type: string, file: FileRecord): Media {
  const { url, external } = readUrl(file.url ?? null)
  const mimeType = file.mime_type ?? null
  return {
    kind: kindOf(type, mimeType),
    state: file.status === 'failed' ? 'failed' : url || external ? 'ready' : 'pending',
    url,
    external,
    name: file.filename ?? null,
    mimeType,
    size: file.size_bytes ?? null,
    isVoice: file.voice === true,
  }
}

const SHOWN =
  /^(image\/(jpeg|png|gif|webp)|audio\/(aac|mpeg|mp4|ogg|opus|wav|webm)|video\/(mp4|webm))\b/

function kindOf(type: string, mimeType: string | null): Media['kind'] {
  if (mimeType && !SHOWN.test(mimeType)) return 'document'
  if (type === 'image' || type === 'video' || type === 'audio' || type === 'sticker') return type
  if (type === 'document') return 'document'
  const family = mimeType?.split('/', 1)[0]
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document'
}

/** Files of this Parley are loaded from the page's own origin, whatever its address; other files are only linked. */
function readUrl(text: string | null): { url: string | null; external: string | null } {
  const url = text === null ? null : URL.parse(text, window.location.origin)
  if (!url || !/^https?:$/.test(url.protocol)) return { url: null, external: null }
  if (url.pathname.startsWith('/media/')) return { url: url.pathname + url.search, external: null }
  return { url: null, external: url.href }
}

/** Formats a size: `1.4 MB`. */
export function sizeText(bytes: number, locale: string): string {
  const [unit, value] =
    bytes < 1000
      ? (['byte', bytes] as const)
      : bytes < 1_000_000
        ? (['kilobyte', bytes / 1000] as const)
        : (['megabyte', bytes / 1_000_000] as const)
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
