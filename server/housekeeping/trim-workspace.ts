import { sql } from 'kysely'
import { deleteFrom } from '#db/select-from.ts'
import { REQUEST_LOG_DAYS } from '#shared/request-log.ts'
import { RULE_CHECKS_KEPT_DAYS } from '#shared/rules.ts'
import { cancelExpired } from './cancel-expired.ts'
import { cancelOrphans } from './cancel-orphans.ts'
import { trimAttempts } from './trim-attempts.ts'
import { trimById } from './trim-by-id.ts'
import { trimEvents } from './trim-events.ts'
import { keptSince, trimByTime } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/** The minimum retention of notices that nobody dismissed and of platform events. */
const NOTICE_MS = 90 * 24 * 3_600_000

/** How long the requests of API keys are kept at most. */
const REQUEST_LOG_MS = REQUEST_LOG_DAYS * 24 * 3_600_000

/** How long it is kept why rules did not fire. */
const RULE_CHECKS_MS = RULE_CHECKS_KEPT_DAYS * 24 * 3_600_000

/** How long firings of rules at single events are kept. */
const RULE_FIRINGS_MS = 90 * 24 * 3_600_000

/** How long notifications of members are kept. */
const NOTIFICATION_MS = 30 * 24 * 3_600_000

/**
 * Deletes a workspace's data that is older than its retention time. Deliveries are deleted before their events:
 * an event is kept as long as one of its deliveries, so everything in the log can be read and resent.
 *
 * Failed payloads are kept, because they can still be processed. The state of each endpoint at the start of the
 * retention period is kept, too.
 */
export async function* trimWorkspace(workspace: TrimmedWorkspace): Trim {
  const since = keptSince(workspace)
  const noticesSince = new Date(workspace.now.getTime() - Math.max(workspace.keptMs, NOTICE_MS))
  if (workspace.auditKeptMs !== null)
    yield* trimById({ ...workspace, keptMs: workspace.auditKeptMs }, 'audit_entries', sql`true`)
  yield* cancelOrphans(workspace)
  yield* cancelExpired(workspace)
  yield* trimById(
    workspace,
    'webhook_deliveries',
    sql`status <> 'pending' and coalesce(completed_at, created_at) < ${since}`,
  )
  yield* trimEvents(workspace)
  yield* trimById(
    workspace,
    'inbound_payloads',
    sql`status in ('processed', 'unrouted') and coalesce(processed_at, received_at) < ${since}`,
  )
  // Records that detect repeated submissions; those by a service's own id stay, because it can deliver one again at any time.
  yield* trimByTime(workspace, 'form_submissions', {
    key: ['form_id', 'fingerprint'],
    where: sql`fingerprint not like 'event:%'`,
    at: 'seen_at',
    since,
  })
  // Events that arrived before the first message contain the names of groups.
  yield* trimById(
    workspace,
    'channel_events',
    sql`created_at < ${noticesSince} and field <> 'group_lifecycle_update'`,
  )
  // Statuses whose message never arrived, because another system sent it from the same number.
  yield* trimByTime(workspace, 'message_statuses', {
    key: ['channel_id', 'platform_message_id', 'status', 'participant'],
    where: sql`message_id is null`,
    at: 'occurred_at',
    since: noticesSince,
  })
  // No report about contacts that were erased before is expected any more.
  yield* trimByTime(workspace, 'erased_keys', {
    key: ['digest'],
    where: sql`true`,
    at: 'erased_at',
    since: noticesSince,
  })
  yield* trimAttempts(workspace)
  await deleteFrom(workspace, 'media_upload_copies')
    .where('expires_at', '<', workspace.now)
    .execute()
  yield* trimById(
    workspace,
    'mails',
    sql`status <> 'pending' and coalesce(sent_at, created_at) < ${since}`,
  )
  yield* trimById(
    workspace,
    'notices',
    sql`dismissed_at < ${since} or created_at < ${noticesSince}`,
  )
  yield* trimById({ ...workspace, keptMs: NOTIFICATION_MS }, 'notifications', sql`true`)
  yield* trimByTime(workspace, 'notification_reads', {
    key: ['membership_id', 'subject_id'],
    where: sql`true`,
    at: 'read_at',
    since: new Date(workspace.now.getTime() - NOTIFICATION_MS),
  })
  yield* trimByTime(workspace, 'rule_checks', {
    key: ['chat_id', 'event_position'],
    where: sql`true`,
    at: 'created_at',
    since: new Date(workspace.now.getTime() - RULE_CHECKS_MS),
  })
  // The others keep a rule from firing again in the same stretch of a conversation.
  yield* trimById(
    { ...workspace, keptMs: RULE_FIRINGS_MS },
    'rule_firings',
    sql`episode like 'event:%'`,
  )
  const loggedMs = Math.min(workspace.keptMs, REQUEST_LOG_MS)
  yield* trimById({ ...workspace, keptMs: loggedMs }, 'api_requests', sql`true`)
  yield* trimById(
    workspace,
    'webhook_replays',
    sql`status in ('completed', 'cancelled') and completed_at < ${since}`,
  )
  yield* trimById(
    workspace,
    'imports',
    sql`status not in ('checking', 'running') and updated_at < ${since}`,
  )
  yield* trimById(
    workspace,
    'webhook_endpoint_changes',
    sql`changed_at < ${since} and (status = 'deleted' or exists (
      select from webhook_endpoint_changes as later
      where later.workspace_id = ${workspace.workspaceId} and later.endpoint_id = item.endpoint_id
        and (later.changed_at, later.id) > (item.changed_at, item.id) and later.changed_at < ${since}
    ))`,
  )
}
