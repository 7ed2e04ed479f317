import type { ColumnType } from 'kysely'
import type { PayloadStatus } from '#shared/inbound.ts'
import type { Defaulted } from '../column-types.ts'

/** Rows of `inbound_payloads`: what came in, byte for byte, and what became of it. */
export type InboundPayloads = {
  workspace_id: string
  id: string
  platform: string
  form_id: string | null
  parent_id: string | null
  body: Buffer
  content_type: string | null
  status: Defaulted<PayloadStatus>
  outcome: ColumnType<unknown, string | null, string | null>
  error: string | null
  labels: Defaulted<string[]>
  attempts: Defaulted<number>
  due_at: Date
  received_at: Date
  processed_at: Date | null
  /** Written by `writeCause`. */
  cause: string | null
}

/** The only row of `ingest_uptime`: since when, and until when at least, payloads could be stored on this server without a gap. */
export type IngestUptime = { is_only: Defaulted<boolean>; since: Date; seen_at: Date }
