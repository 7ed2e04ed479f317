import { decryptAccessToken } from '#channels/encrypt-access-token.ts'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { findDueMedia, findDueMediaChannels, findNextMedia } from './due-media.ts'
import type { DueMedia } from './due-media.ts'
import type { PlatformClient, WantedMedia } from '#platforms/platform-client.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { MediaFailure } from '#platforms/media-failure.ts'
import { findById } from '#db/find-by-id.ts'
import { present } from '#lib/present.ts'
import { measureVoice } from './measure-voice.ts'
import { recordFailure, recordStored } from './record-stored.ts'

/** Concurrent downloads per channel. */
const FILES_AT_ONCE = 4
/** After this time a lane starts no more work and goes to the end of the queue. */
const WORK_MS = 20_000

/** Creates the lane of channels' files: it downloads, stores and shows each one, or retries later. */
export function createMediaLane(
  context: Context,
  { clients, storage }: { clients: PlatformClients; storage: MediaStorage },
): LaneHandler<Date | null> {
  return {
    slots: 4,
    leaseMs: 15_000,
    async work({ workspaceId, targetId: channelId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const { account, fetchMedia } = await findAccount(scope, clients, channelId)
      while (!signal.aborted && performance.now() < endsAt) {
        const files = await findDueMedia(scope, channelId, FILES_AT_ONCE)
        if (files.length === 0) break
        const results = await Promise.allSettled(
          files.map((file) => fetchFile(scope, file, account, fetchMedia, storage)),
        )
        for (const result of results) if (result.status === 'rejected') throw result.reason
      }
      return findNextMedia(scope, channelId)
    },
    findDue: () => findDueMediaChannels(context),
  }
}

type Account = Pick<WantedMedia, 'account' | 'accessToken'>

async function findAccount(
  scope: Scope,
  clients: PlatformClients,
  channelId: string,
): Promise<{ account: Account; fetchMedia: PlatformClient['fetchMedia'] }> {
  const channel = present(await findById(scope, 'channels', channelId))
  const { type, account, access_token: token } = channel
  const accessToken = token ? decryptAccessToken(scope, channelId, token) : undefined
  return { account: { account, accessToken }, fetchMedia: clients.of(type).fetchMedia }
}

async function fetchFile(
  scope: Scope,
  file: DueMedia,
  account: Account,
  fetchMedia: PlatformClient['fetchMedia'],
  storage: MediaStorage,
): Promise<void> {
  const wanted = {
    ...account,
    platformMediaId: file.platform_media_id,
    url: file.url,
    expectedSha256: file.expected_sha256,
  }
  try {
    let seconds: number | null = null
    const fetched = await fetchMedia(wanted, async (bytes) => {
      const measured = measureVoice(bytes)
      await storage.write(mediaKey(scope.workspaceId, file.id), measured.bytes)
      seconds = measured.seconds()
    })
    // The file of a message that was revoked in between is not stored.
    if (!(await recordStored(scope, file, { ...fetched, seconds })))
      await storage.remove(mediaKey(scope.workspaceId, file.id))
  } catch (err) {
    if (isDatabaseUnavailable(err)) throw err
    const failure =
      err instanceof MediaFailure ? err : new MediaFailure('could_not_be_stored', { cause: err })
    scope.log.warn({ err: failure, media_id: file.id }, 'failed to fetch a file')
    await recordFailure(scope, file, failure)
  }
}
