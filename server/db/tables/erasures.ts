import type { ColumnType } from 'kysely'
import type { ActorType } from '#shared/actors.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `erasures`: jobs that erase contacts, and their certificates. */
export type Erasures = {
  workspace_id: string
  id: string
  contact_id: string
  contact_ids: string[]
  status: Defaulted<'running' | 'completed'>
  step: string
  cursor: string | null
  subject: ColumnType<unknown, string | null, string | null>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  requested_by_type: ActorType
  requested_by_id: string | null
  requested_at: Date
  completed_at: Date | null
}

/** Rows of `erased_keys`: keyed hashes of what belonged to erased contacts. */
export type ErasedKeys = {
  workspace_id: string
  digest: Buffer
  erased_at: Date
}
