import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `media_files`: files that came with messages. */
export type MediaFiles = {
  workspace_id: string
  id: string
  channel_id: string
  message_id: string
  platform_media_id: string | null
  url: string | null
  mime_type: string | null
  filename: string | null
  expected_sha256: string | null
  status: Defaulted<'pending' | 'stored' | 'failed'>
  attempts: Defaulted<number>
  due_at: Date
  error: string | null
  size_bytes: Bigint | null
  sha256: string | null
  created_at: Date
  stored_at: Date | null
  of_visitor: Defaulted<boolean>
}
