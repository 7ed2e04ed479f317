import {
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFileTypeZip,
  IconMusic,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { Media } from './media.ts'

/** Icons by what a type or an extension contains; the first that matches counts. */
const ICONS: readonly [pattern: RegExp, icon: Icon][] = [
  [/pdf$/, IconFileTypePdf],
  [/csv$/, IconFileTypeCsv],
  [/sheet|excel|xlsx?$|ods$/, IconFileTypeXls],
  [/presentation|powerpoint|pptx?$|odp$/, IconFileTypePpt],
  [/wordprocessing|msword|opendocument\.text|docx?$|odt$|rtf$/, IconFileTypeDocx],
  [/zip|compressed|tar$|rar$|7z$/, IconFileTypeZip],
  [/^image\//, IconPhoto],
  [/^audio\//, IconMusic],
  [/^video\//, IconVideo],
  [/^text\/|json$|xml$|txt$/, IconFileText],
]

/** Names of types whose own are no words that people know. */
const NAMES: Record<string, string> = {
  sheet: 'XLSX',
  document: 'DOCX',
  presentation: 'PPTX',
  plain: 'TXT',
  msword: 'DOC',
  excel: 'XLS',
  powerpoint: 'PPT',
}

/** Returns the icon of a file and the name of its type, such as `PDF`; null for a type without one. */
export function fileKind({ mimeType, name }: Pick<Media, 'mimeType' | 'name'>): {
  icon: Icon
  type: string | null
} {
  const mime = mimeType?.split(';', 1)[0]?.toLowerCase() ?? ''
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
  const isVague = mime === '' || mime === 'application/octet-stream'
  const known = isVague ? extension : mime
  const icon = ICONS.find(([pattern]) => pattern.test(known))?.[1] ?? IconFile
  const last = mime.split('/')[1]?.split(/[.+-]/).at(-1) ?? ''
  const type = isVague ? extension.toUpperCase() : (NAMES[last] ?? last.slice(0, 8).toUpperCase())
  return { icon, type: type || null }
}
