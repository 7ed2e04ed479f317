import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `media_uploads`: files that are uploaded to be sent. */
export type MediaUploads = {
  workspace_id: string
  id: string
  mime_type: string
  filename: string | null
  size_bytes: Bigint
  sha256: string
  of_visitor: Defaulted<boolean>
  created_at: Date
}

/** Rows of `media_upload_copies`: the ids under which the platform has uploaded files. */
export type MediaUploadCopies = {
  workspace_id: string
  upload_id: string
  channel_id: string
  platform_media_id: string
  expires_at: Date
}
