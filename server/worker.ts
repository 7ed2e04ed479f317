/**
 * The worker: webhook deliveries and replays, sending to platforms, inbound payloads, imports, bulk actions, mails,
 * notifications, the availability of members and housekeeping.
 */
import { assign } from './assignment/assign.ts'
import { replyWhileAway } from './away-replies/reply-while-away.ts'
import { auditEffect } from './account/audit/record-audit.ts'
import { mailsEffect } from './account/mail/queue-mails.ts'
import { noticeEffect } from './account/notices/record-notice.ts'
import { workspaceEffect } from './account/workspaces/create-workspace.ts'
import { channelConnectedEffect, payloadsOfferedEffect } from './channels/create-channel.ts'
import { channelDisconnectedEffect } from './channels/disconnect-channel.ts'
import { channelReleasedEffect } from './channels/release-channel.ts'
import { channelMovedEffect } from './channels/update-channel.ts'
import { webChatCreatedEffect } from './web-chats/create-web-chat.ts'
import { createAvailabilityLane } from './availability/create-availability-lane.ts'
import type { Context, Effect } from './db/context.ts'
import { answerEffect } from './db/outbox/defer-answer.ts'
import { formCreatedEffect } from './inbound/forms/create-form.ts'
import { formDeletedEffect } from './inbound/forms/developer/delete-form.ts'
import { formTokenRotatedEffect } from './inbound/forms/developer/rotate-form-token.ts'
import { businessAccountLearnedEffect } from './inbound/ingest/with-business-accounts.ts'
import { teamsClaimedEffect } from './account/sso/admit-user.ts'
import { memberRemovedEffect } from './members/remove-member.ts'
import { memberPicturedEffect } from './members/set-picture.ts'
import { teamDeletedEffect } from './teams/delete-team.ts'
import { demoEffect } from './program/demo/seed-demo.ts'
import { writeBackupInProcess } from './program/start/write-backup-in-process.ts'
import { startHousekeeping } from './housekeeping/start-housekeeping.ts'
import { createImportLane } from './contacts/imports/create-import-lane.ts'
import { botDeletedEffect } from './bots/delete-bot.ts'
import { watchBots } from './bots/watch-bots.ts'
import { startScheduledBackups } from './backups/start-scheduled-backups.ts'
import { createBulkLane } from './bulk-actions/create-bulk-lane.ts'
import { followRules } from './rules/follow-rules.ts'
import { createFollowerLane } from './followers/create-follower-lane.ts'
import { createExportLane } from './data-exports/create-export-lane.ts'
import { createEraseLane } from './erasures/create-erase-lane.ts'
import { followTargets } from './sla/follow-targets.ts'
import { createInboundLane } from './inbound/ingest/create-inbound-lane.ts'
import { createHeldLane } from './inbox/held-replies/create-held-lane.ts'
import { createReportsLane } from './reports/schedules/create-reports-lane.ts'
import { createMediaLane } from './messages/receiving/media/create-media-lane.ts'
import { MAIN_SHARD, shardOf } from './db/shards.ts'
import type { LaneWaker } from './lanes/lane-waker.ts'
import { startDuty } from './lanes/duty.ts'
import { createLaneWorker } from './lanes/create-lane-worker.ts'
import { createMailer } from './account/mail/create-mailer.ts'
import { createMailLane } from './account/mail/create-mail-lane.ts'
import { createMediaStorage } from './media/create-media-storage.ts'
import { survey } from './messages/surveys/survey.ts'
import { createSendLane } from './messages/sending/create-send-lane.ts'
import { createReplayLane } from './webhooks/replays/create-replay-lane.ts'
import { createTemplatesLane } from './channels/templates/create-templates-lane.ts'
import { createPlatformClients } from './platforms/registry/create-platform-clients.ts'
import type { PlatformClients } from './platforms/registry/create-platform-clients.ts'
import { createNotifyLane } from './notifications/recording/create-notify-lane.ts'
import { createPushLane } from './notifications/pushing/create-push-lane.ts'
import { createPushSender } from './notifications/pushing/push-sender.ts'
import { createWebhookFetch } from './webhooks/create-webhook-fetch.ts'
import { createWebhookLane } from './webhooks/delivering/create-webhook-lane.ts'

/** All changes of tenants that follow changes of the directory. */
export const EFFECTS: Effect<never>[] = [
  answerEffect,
  auditEffect,
  botDeletedEffect,
  businessAccountLearnedEffect,
  channelConnectedEffect,
  channelDisconnectedEffect,
  channelMovedEffect,
  channelReleasedEffect,
  demoEffect,
  formCreatedEffect,
  formDeletedEffect,
  formTokenRotatedEffect,
  mailsEffect,
  memberPicturedEffect,
  memberRemovedEffect,
  teamsClaimedEffect,
  teamDeletedEffect,
  noticeEffect,
  payloadsOfferedEffect,
  webChatCreatedEffect,
  workspaceEffect,
]

/** The worker of a process. */
type Worker = {
  /** Finishes the work in progress and returns all lanes. */
  stop: () => Promise<void>
  /** Returns why this worker seems to be stalled, or undefined if it works. */
  explainStalledLanes: () => Promise<string | undefined>
}

/** Starts the worker of this process. */
export async function startWorker(
  context: Context,
  options: { url: string; clients?: PlatformClients; waker?: LaneWaker },
): Promise<Worker> {
  const fetch = createWebhookFetch(context.config)
  // The demo's local receiver is only allowed for webhooks.
  const linkFetch = createWebhookFetch({ ...context.config, demo: false })
  const mailer = createMailer(context)
  const clients = options.clients ?? createPlatformClients(context.config)
  const handlers = {
    webhook: createWebhookLane(context, { fetch: fetch.fetch }),
    send: createSendLane(context, { clients, fetch: linkFetch.fetch }),
    inbound: createInboundLane(context),
    media: createMediaLane(context, {
      clients,
      storage: createMediaStorage(context.config),
    }),
    replay: createReplayLane(context),
    import: createImportLane(context),
    erase: createEraseLane(context, { storage: createMediaStorage(context.config) }),
    export: createExportLane(context, { storage: createMediaStorage(context.config) }),
    bulk: createBulkLane(context),
    mail: createMailLane(context, { mailer }),
    templates: createTemplatesLane(context, { clients }),
    notify: createNotifyLane(context),
    assign: createFollowerLane(context, 'assign', assign),
    csat: createFollowerLane(context, 'csat', survey),
    sla: createFollowerLane(context, 'sla', followTargets, { isPunctual: true }),
    away: createFollowerLane(context, 'away', replyWhileAway),
    bots: createFollowerLane(context, 'bots', watchBots),
    rules: createFollowerLane(context, 'rules', followRules, { isPunctual: true }),
    availability: createAvailabilityLane(context),
    held: createHeldLane(context),
    reports: createReportsLane(context),
    push: createPushLane(context, { send: createPushSender(context, linkFetch.fetch) }),
  }
  // During an upgrade, releases that work on other lanes each have a process that sweeps them.
  const duty = await startDuty(context, { name: `upkeep: ${Object.keys(handlers).join(', ')}` })
  const worker = createLaneWorker(context, {
    url: options.url,
    duty,
    ...(options.waker && { waker: options.waker }),
    handlers,
  })
  const housekeeping = startHousekeeping(context, duty, EFFECTS)
  const backups = await startBackups(context)
  await worker.start()
  return {
    async explainStalledLanes() {
      const stalled = await worker.findStalled()
      return (
        stalled &&
        `lanes of kind "${stalled.kind}" are overdue for ${Math.round(stalled.overdueMs / 1000)} s, and this worker does not claim them`
      )
    },
    async stop() {
      await Promise.all([worker.stop(), housekeeping.stop(), backups?.stop()])
      await duty.stop()
      mailer.close()
      await Promise.all([fetch.close(), linkFetch.close()])
      if (!options.clients) await clients.close()
    },
  }
}

/** Starts the scheduled backups, if there are any. The worker of the main shard backs up all shards. */
async function startBackups(context: Context): Promise<{ stop: () => Promise<void> } | undefined> {
  const { schedule } = context.config.backup
  if (!schedule || shardOf(context) !== MAIN_SHARD) return undefined
  const duty = await startDuty(context, { name: 'backup' })
  const backups = startScheduledBackups(context, { schedule, duty, write: writeBackupInProcess })
  return {
    async stop() {
      await backups.stop()
      await duty.stop()
    },
  }
}
