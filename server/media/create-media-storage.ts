import type { Config } from '#lib/settings/config.ts'
import { createLocalMediaStorage } from './create-local-media-storage.ts'
import { createS3MediaStorage } from './create-s3-media-storage.ts'
import type { MediaStorage } from './media-storage.ts'

/** Creates the storage that the configuration names: a bucket when one is set, otherwise the data directory. */
export function createMediaStorage(
  config: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>,
): MediaStorage {
  return config.s3 ? createS3MediaStorage(config.s3) : createLocalMediaStorage(config.dataDir)
}
