import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { Bigint, Defaulted } from '../column-types.ts'

/** Rows of `data_exports`: jobs that export all data of a contact, and their archives. */
export type DataExports = {
  workspace_id: string
  id: string
  contact_id: string
  status: Defaulted<'running' | 'completed' | 'canceled'>
  section: string
  cursor: string | null
  parts: Defaulted<string[]>
  writing: Defaulted<string[]>
  size_bytes: Defaulted<Bigint>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  requested_by_type: ActorType
  requested_by_id: string | null
  requested_at: Date
  completed_at: Date | null
  expires_at: Date
}
