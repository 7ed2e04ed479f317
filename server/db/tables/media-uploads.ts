import { boolean, number, text, time, uuid } from '../column.ts'
import { contactTable } from '../table.ts'

/** Files that are uploaded to be sent. */
export const media_uploads = contactTable({
  visibleBy: 'uploaded',
  rows: 'many',
  erase: 'files',
}).columns({
  id: uuid().exported(),
  mime_type: text().personal().exported(),
  filename: text().nullable().personal().exported(),
  size_bytes: number().exported(),
  sha256: text().personal().exported(),
  of_visitor: boolean().defaulted().unexported(),
  created_by: uuid().nullable().unexported(),
  created_at: time().exported(),
})

/** Rows of `media_uploads`. */
export type MediaUploads = typeof media_uploads.row

/** The ids under which the platform has uploaded files. */
export const media_upload_copies = contactTable({
  visibleBy: { everybody: 'ids of files at a platform' },
  rows: 'many',
  erase: 'files',
}).columns({
  upload_id: uuid().exported(),
  channel_id: uuid().exported(),
  platform_media_id: text().personal().exported(),
  expires_at: time().exported(),
})
