import type { ColumnType } from 'kysely'

/** Rows of `api_requests`; `bodies` is encrypted, `created_at` the end of the response. */
export type ApiRequests = {
  workspace_id: string
  id: string
  key_id: string
  method: string
  route: string | null
  path: string
  status: number
  duration_ms: number
  code: string | null
  errors: ColumnType<{ field: string; code: string }[], string, string>
  request_id: string
  bodies: Buffer | null
  created_at: Date
}
