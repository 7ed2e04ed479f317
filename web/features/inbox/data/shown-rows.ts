import { dayOf } from '../../../lib/day.ts'
import { authorOf, timeOf } from './rows.ts'
import type { Row } from './rows.ts'

/** Images without texts that one author sent at once, shown beside each other. `rows`: at least two. */
type ImageGroup = { kind: 'images'; rows: readonly Row[] }

/** A row as it is shown: alone, or a group of images. */
export type ShownRow = Row | ImageGroup

/** The shown rows of a day. `key` is the same after more rows are loaded; `time`: of its first row. */
type DaySection = { key: string; day: number; time: string; rows: ShownRow[] }

const IMAGES_MS = 60_000
const IMAGES_MAX = 12
const IMAGE = /^image\/(jpeg|png|gif|webp)\b/

/** Returns the first of the rows that a shown row contains. */
export function firstOf(row: ShownRow): Row {
  return row.kind === 'images' ? row.rows[0]! : row
}

/** Returns the last of the rows that a shown row contains. */
export function lastOf(row: ShownRow): Row {
  return row.kind === 'images' ? row.rows.at(-1)! : row
}

/**
 * Groups consecutive images of one author of which each follows the one before within a minute, and divides all rows into days.
 * The row of the item `unreadId` begins a group, so that the mark of unread messages can precede it.
 */
export function toSections(rows: readonly Row[], unreadId: string | null): DaySection[] {
  const sections: DaySection[] = []
  const counts = new Map<number, number>()
  let images: Row[] = []
  const flush = () => {
    if (images.length > 1) sections.at(-1)!.rows.push(toGroup(images))
    else sections.at(-1)?.rows.push(...images)
    images = []
  }
  for (const row of rows) {
    const time = timeOf(row)
    const day = dayOf(new Date(time))
    const isNewDay = sections.at(-1)?.day !== day
    const isUnread = row.kind === 'item' && row.item.id === unreadId
    const joins = images.length > 0 && images.length < IMAGES_MAX && !isUnread && !isNewDay
    if (!(joins && isImage(row) && isSentAtOnce(images.at(-1)!, row))) flush()
    if (isNewDay) {
      const count = counts.get(day) ?? 0
      counts.set(day, count + 1)
      sections.push({ key: `${day} ${count}`, day, time, rows: [] })
    }
    if (isImage(row)) images.push(row)
    else sections.at(-1)!.rows.push(row)
  }
  flush()
  return sections
}

const groups = new WeakMap<Row, ImageGroup>()

/** Returns the group of rows: the same one each time, so that it is drawn once. */
function toGroup(rows: readonly Row[]): ImageGroup {
  const known = groups.get(rows[0]!)
  const isSame =
    known?.rows.length === rows.length && known.rows.every((row, at) => row === rows[at])
  if (known && isSame) return known
  const group: ImageGroup = { kind: 'images', rows }
  groups.set(rows[0]!, group)
  return group
}

function isSentAtOnce(before: Row, after: Row): boolean {
  const passed = Date.parse(timeOf(after)) - Date.parse(timeOf(before))
  return authorOf(before) === authorOf(after) && passed < IMAGES_MS
}

/** Returns whether a row shows one image and nothing else. */
function isImage(row: Row): boolean {
  if (row.kind === 'outgoing') {
    const { body, file, state, kind, heldId } = row.entry
    const isAlone = !body.message && !body.reply_to && !heldId && kind === 'message'
    return isAlone && state === 'sending' && file !== null && IMAGE.test(file.mimeType)
  }
  const { item } = row
  if (item.kind !== 'message' || item.type !== 'image' || item.attachments.length !== 1)
    return false
  const { url, mime_type, status } = item.attachments[0]!
  if (!url || status === 'failed' || (mime_type && !IMAGE.test(mime_type))) return false
  const isPlain = !item.text && !item.reply_to && !item.revoked_at && !item.standby
  return isPlain && item.status !== 'failed' && !item.content?.['referral']
}
