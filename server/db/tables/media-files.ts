import { boolean, number, text, time, uuid, word } from '../column.ts'
import { contactTable } from '../table.ts'

/** Files that came with messages. */
export const media_files = contactTable({
  visibleBy: 'message_id',
  rows: 'many',
  erase: 'files',
}).columns({
  id: uuid().exported(),
  channel_id: uuid().unexported(),
  message_id: uuid().exported(),
  platform_media_id: text().nullable().personal().exported(),
  url: text().nullable().personal().exported(),
  mime_type: text().nullable().personal().exported(),
  filename: text().nullable().personal().exported(),
  expected_sha256: text().nullable().personal().exported(),
  status: word<'pending' | 'stored' | 'failed'>().defaulted().exported(),
  attempts: number().defaulted().unexported(),
  due_at: time().unexported(),
  error: text().nullable().personal().exported(),
  size_bytes: number().nullable().exported(),
  sha256: text().nullable().personal().exported(),
  created_at: time().exported(),
  stored_at: time().nullable().unexported(),
  of_visitor: boolean().defaulted().unexported(),
})

/** Rows of `media_files`. */
export type MediaFiles = typeof media_files.row
