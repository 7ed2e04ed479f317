import { cutBytes } from './cut-text.ts'

/** The endings that files of a type may have; the first is given to a file with another one. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'audio/aac': ['aac'],
  'audio/amr': ['amr'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/opus': ['opus', 'ogg'],
  'audio/wav': ['wav'],
  'audio/webm': ['weba', 'webm'],
  'video/mp4': ['mp4', 'm4v'],
  'video/3gpp': ['3gp'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'text', 'log', 'md', 'csv'],
  'text/csv': ['csv'],
  'text/calendar': ['ics'],
  'text/vcard': ['vcf'],
  'text/x-vcard': ['vcf'],
  'application/json': ['json'],
  'application/rtf': ['rtf'],
  'text/rtf': ['rtf'],
  'application/msword': ['doc', 'rtf'],
  'application/vnd.ms-excel': ['xls', 'csv'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/zip': ['zip'],
  'application/x-zip-compressed': ['zip'],
  'application/vnd.rar': ['rar'],
  'application/x-7z-compressed': ['7z'],
  'application/gzip': ['gz', 'tgz'],
}
/** Any of these may stay in the name of a file whose type is not listed; another ending gets `.bin` behind it. */
const KNOWN = new Set(Object.values(ENDINGS).flat())
const READ_CHARACTERS_MAX = 512
const STEM_BYTES_MAX = 180
/** Names that Windows gives to devices, whatever their ending. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * Returns the name that a file of a type is stored and downloaded with, for a name that somebody outside chose. It ends in an
 * ending of its type, so that opening it never runs it; it has no invisible characters, which could show another ending, and no
 * characters of paths; and it is short enough for every file system. A safe name is returned as it is.
 */
export function toSafeFilename(name: string, mimeType: string | null): string {
  const type = mimeType?.split(';', 1)[0]!.trim().toLowerCase() ?? ''
  const allowed = Object.hasOwn(ENDINGS, type) ? ENDINGS[type]! : undefined
  const clean = toCleanName(name)
  const dot = clean.lastIndexOf('.')
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : ''
  const isAllowed = allowed ? allowed.includes(ending) : KNOWN.has(ending)
  const stem = cutStem(isAllowed ? clean.slice(0, dot) : clean)
  return `${stem}.${isAllowed ? clean.slice(dot + 1) : (allowed?.[0] ?? 'bin')}`
}

/** Returns a name without invisible characters and path separators. It is for names that are only shown. */
export function toCleanName(name: string): string {
  return name
    .slice(-READ_CHARACTERS_MAX)
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Cc}\uFFFD]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replaceAll(/[\p{Z}\u2800\u3164]+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
}

function cutStem(stem: string): string {
  const text = cutBytes(stem, STEM_BYTES_MAX).replace(/[. ]+$/, '')
  const [first = ''] = text.split('.', 1)
  if (text === '') return 'file'
  return DEVICE.test(first) ? `_${text}` : text
}
