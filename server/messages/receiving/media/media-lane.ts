import { decryptAccessToken } from '#channels/access-token.ts'
import { systemScope } from '#context.ts'
import type { Context, Scope } from '#context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { mediaKey } from '../../media/media-storage.ts'
import type { MediaStorage } from '../../media/media-storage.ts'
import { findDueMedia, findDueMediaChannels, findNextMedia } from './due-media.ts'
import type { DueMedia } from './due-media.ts'
import type { MediaFetcher, WantedMedia } from './fetch-media.ts'
import { MediaFailure } from './media-failure.ts'
import { recordFailure, recordStored } from './record-media.ts'

/** Files of one channel that are fetched at the same time. */
const FILES_AT_ONCE = 4
/** After this a lane begins nothing new and goes to the back of the queue. */
const WORK_MS = 20_000

/** The lane of a channel's files: each is fetched, stored and shown, or tried again later. */
export function createMediaLane(
  context: Context,
  { fetcher, storage }: { fetcher: MediaFetcher; storage: MediaStorage },
): LaneHandler<Date | null> {
  return {
    slots: 4,
    leaseMs: 15_000,
    async work({ workspaceId, targetId: channelId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const account = await findAccount(scope, channelId)
      while (!signal.aborted && performance.now() < endsAt) {
        const files = await findDueMedia(scope, channelId, FILES_AT_ONCE)
        if (files.length === 0) break
        const results = await Promise.allSettled(
          files.map((file) => fetchFile(scope, file, account, fetcher, storage)),
        )
        for (const result of results) if (result.status === 'rejected') throw result.reason
      }
      return findNextMedia(scope, channelId)
    },
    findDue: () => findDueMediaChannels(context),
  }
}

type Account = Pick<WantedMedia, 'account' | 'accessToken'>

async function findAccount(scope: Scope, channelId: string): Promise<Account> {
  const channel = await scope.db
    .selectFrom('channels')
    .select(['account', 'access_token'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', channelId)
    .executeTakeFirstOrThrow()
  const { account, access_token: token } = channel
  return { account, accessToken: token ? decryptAccessToken(scope, channelId, token) : undefined }
}

async function fetchFile(
  scope: Scope,
  file: DueMedia,
  account: Account,
  fetcher: MediaFetcher,
  storage: MediaStorage,
): Promise<void> {
  const wanted = {
    ...account,
    platformMediaId: file.platform_media_id,
    url: file.url,
    expectedSha256: file.expected_sha256,
  }
  try {
    const fetched = await fetcher.fetch(wanted, (bytes) =>
      storage.write(mediaKey(scope.workspaceId, file.id), bytes),
    )
    // A message that was revoked meanwhile leaves no file.
    if (!(await recordStored(scope, file, fetched)))
      await storage.remove(mediaKey(scope.workspaceId, file.id))
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err
    const failure =
      err instanceof MediaFailure ? err : new MediaFailure('could_not_be_stored', { cause: err })
    scope.log.warn({ err: failure, media_id: file.id }, 'a file was not fetched')
    await recordFailure(scope, file, failure)
  }
}
