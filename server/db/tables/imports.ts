import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { ImportStatus } from '#shared/contacts.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `imports`: files of contacts, and the progress of their import. */
export type Imports = {
  workspace_id: string
  id: string
  filename: string
  body: Buffer | null
  delimiter: string
  columns: string[]
  samples: ColumnType<string[][], string, string>
  mapping: ColumnType<Record<string, string> | null, string | null, string | null>
  status: Defaulted<ImportStatus>
  row_count: Defaulted<number>
  done_count: Defaulted<number>
  done_bytes: Defaulted<number>
  created_count: Defaulted<number>
  matched_count: Defaulted<number>
  rejected_count: Defaulted<number>
  error: string | null
  cancel_reason: CancelReason | null
  created_by: string | null
  started_by_type: ActorType | null
  started_by_id: string | null
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** Rows of `import_rejects`: rows of a file that were rejected, and why. */
export type ImportRejects = {
  workspace_id: string
  import_id: string
  row_number: number
  code: string
  message: string
  cells: string[]
}
