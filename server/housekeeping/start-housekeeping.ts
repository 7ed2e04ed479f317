import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Effect } from '#db/context.ts'
import { checkDomains } from '#account/sso/check-domains.ts'
import { endHolds } from '#conversations/end-holds.ts'
import { wakeSnoozedChats } from '#conversations/wake-snoozed-chats.ts'
import { indexOlderValues } from '#contacts/custom-fields/index-older-values.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import { MAIN_SHARD, shardOf } from '#db/shards.ts'
import { sweepOutbox } from '#db/outbox/sweep-outbox.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { recoverMoves } from '#moves/recover-moves.ts'
import { warnOfExpiry } from '#webhooks/delivering/warn-of-expiry.ts'
import { deleteDataExports } from './delete-data-exports.ts'
import { deleteExpired } from './delete-expired.ts'
import { deleteOldMessages } from './delete-old-messages.ts'
import { deleteRevokedFiles } from './delete-revoked-files.ts'
import { fillOlderWaits } from './fill-older-waits.ts'
import { deleteUnusedPictures } from './delete-unused-pictures.ts'
import { deleteUnusedUploads } from './delete-unused-uploads.ts'
import { dropPartitions } from './partitions/drop-partitions.ts'
import { extendPartitions } from './partitions/extend-partitions.ts'
import { recordShardLoad } from './record-shard-load.ts'
import { trimWorkspaces } from './trim-workspaces.ts'

const MINUTE = 60_000
/** The longest delay with which a snoozed conversation reopens, or one that another app held comes back. */
const WAKE_EVERY_MS = 10_000
/** How often effects are looked for that a killed process left behind. */
const SWEEP_EVERY_MS = 2_000
const EXPIRED_EVERY_MS = 5 * MINUTE
const TRIM_EVERY_MS = 60 * MINUTE
/** Processes that start together begin to trim at random times within this period. */
const TRIM_FIRST_MS = 5 * MINUTE

/**
 * Applies effects that a killed process left in the outbox, reopens snoozed conversations when they are due, records when
 * other apps stop holding conversations, every few minutes deletes expired rows, creates and drops partitions and records how busy the
 * server is, and every hour
 * trims the workspaces, looks up the domains that are due, and notifies admins of client certificates that expire. Ends moves
 * of workspaces whose process has died. One process of many does it, the one that has the duty. If two do it, each skips rows
 * that the other has locked, and an effect that the other has applied.
 */
export function startHousekeeping(
  context: Context,
  duty: { isMine: () => boolean },
  effects: readonly Effect<never>[],
): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  const { signal } = stopped

  async function every(
    ms: number,
    firstMs: number,
    run: () => Promise<void>,
    isMine: () => boolean = duty.isMine,
  ): Promise<void> {
    let pauseMs = firstMs
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      pauseMs = ms
      if (!isMine()) continue
      await run().catch((err: unknown) => {
        if (!isDatabaseUnavailable(err)) context.log.error({ err }, 'housekeeping failed')
      })
    }
  }

  const storage = createMediaStorage(context.config)
  // With shorter days, in tests of the retention, also what the retention does is more frequent.
  const { retentionDayMs: dayMs } = context.config
  const trimEveryMs = Math.min(TRIM_EVERY_MS, dayMs / 2)
  const running = [
    every(
      SWEEP_EVERY_MS,
      0,
      async () => {
        // Another process resumes what the end of this one interrupts.
        await recoverMoves(context, { signal }).catch((err: unknown) => {
          if (!signal.aborted) throw err
        })
      },
      () => duty.isMine() && shardOf(context) === MAIN_SHARD,
    ),
    // Customers wait for these, and two processes may apply them at once.
    every(
      SWEEP_EVERY_MS,
      0,
      () => sweepOutbox(context, effects),
      () => true,
    ),
    every(WAKE_EVERY_MS, 0, async () => void (await wakeSnoozedChats(context, signal))),
    every(WAKE_EVERY_MS, 0, async () => void (await endHolds(context, signal))),
    every(WAKE_EVERY_MS, 0, () => indexOlderValues(context, signal)),
    every(EXPIRED_EVERY_MS, 0, () => fillOlderWaits(context, signal)),
    every(EXPIRED_EVERY_MS, 0, () => deleteExpired(context, signal)),
    every(EXPIRED_EVERY_MS, 0, () => recordShardLoad(context)),
    every(EXPIRED_EVERY_MS, MINUTE, () => deleteDataExports(context, storage, signal)),
    every(EXPIRED_EVERY_MS, MINUTE, () => deleteRevokedFiles(context, storage, signal)),
    // One shard of several is enough: the pictures are in the directory.
    every(
      EXPIRED_EVERY_MS,
      MINUTE,
      () => deleteUnusedPictures(context, storage, signal),
      () => duty.isMine() && shardOf(context) === MAIN_SHARD,
    ),
    every(TRIM_EVERY_MS, MINUTE, () => warnOfExpiry(context, signal)),
    every(TRIM_EVERY_MS, 2 * MINUTE, () => deleteUnusedUploads(context, storage, signal)),
    every(TRIM_EVERY_MS, Math.random() * TRIM_FIRST_MS, () =>
      deleteOldMessages(context, storage, { signal }),
    ),
    // One shard of several is enough: the domains are in the directory.
    every(
      TRIM_EVERY_MS,
      Math.random() * TRIM_FIRST_MS,
      () => checkDomains(context, { signal }),
      () => duty.isMine() && shardOf(context) === MAIN_SHARD,
    ),
    // On the disk of this machine.
    every(
      TRIM_EVERY_MS,
      3 * MINUTE,
      () => storage.removeUnfinished(),
      () => shardOf(context) === MAIN_SHARD,
    ),
    every(Math.min(EXPIRED_EVERY_MS, dayMs / 4), Math.min(MINUTE, dayMs / 4), async () => {
      await extendPartitions(context)
      await dropPartitions(context, signal)
    }),
    every(trimEveryMs, Math.random() * Math.min(TRIM_FIRST_MS, dayMs), () =>
      trimWorkspaces(context, { signal }),
    ),
  ]
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
    },
  }
}
