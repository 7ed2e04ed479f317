import type { Generated } from 'kysely'
import type { Bigint } from '../column-types.ts'

/** The kind of a lane: its target is an endpoint, a channel, a workspace's inbound payloads or notifications, a device, or a job. */
export type LaneKind =
  | 'webhook'
  | 'send'
  | 'inbound'
  | 'replay'
  | 'mail'
  | 'media'
  | 'templates'
  | 'import'
  | 'erase'
  | 'export'
  | 'notify'
  | 'push'
  | 'bulk'

/** Rows of `lanes`. */
export type Lanes = {
  kind: LaneKind
  workspace_id: string
  target_id: string
  due_at: Date | null
  wakes: Generated<Bigint>
  lease_until: Date | null
  lease_token: string | null
  not_before: Date | null
}
