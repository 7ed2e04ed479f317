import type { FollowerKind } from '#shared/event-types.ts'
import { number, time, uuid, word } from '../column.ts'
import { serverTable } from '../table.ts'

/** The kind of a lane: its target is an endpoint, a channel, a workspace's inbound payloads, notifications, availability or follower, a device, or a job. */
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
  | 'availability'
  | 'held'
  | 'reports'
  | FollowerKind

/** Work queues, each for one target. */
export const lanes = serverTable({ withoutContacts: 'ids of work queues' }).columns({
  kind: word<LaneKind>(),
  workspace_id: uuid(),
  target_id: uuid(),
  due_at: time().nullable(),
  wakes: number().defaulted(),
  lease_until: time().nullable(),
  lease_token: uuid().nullable(),
  not_before: time().nullable(),
})
