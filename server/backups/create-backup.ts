import type { Client } from '#db/pool.ts'
import { firstOf } from '#lib/first-of.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { BackupError } from './backup-error.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { BackupAddress, BackupServer, Entry, Manifest, Summary } from './entry.ts'
import { openBackupClient } from './open-backup-client.ts'
import { openSources } from './open-sources.ts'
import type { Sources } from './open-sources.ts'
import { createBlocks, KINDS } from './create-blocks.ts'
import type { BlockWriter } from './create-blocks.ts'
import { createFileWriter } from './create-file-writer.ts'
import { writeServers } from './write-servers.ts'

/** The texts of the secret files that go into a backup, by name. */
type SecretFiles = Record<string, string>

/**
 * Options of `createBackup`. Without `storage`, the stored files are left out. `signal` ends it early. With `follows: false`,
 * the rows are as they were at its beginning, for a database to which nothing else writes. `walMaxBytes`: see `openChangeLog`.
 */
type BackupOptions = {
  file: BackupFile
  secret: BackupSecret | undefined
  servers: BackupAddress[]
  isEmbedded: boolean
  release: string
  storage?: MediaStorage | undefined
  secretFiles?: SecretFiles
  follows?: boolean
  walMaxBytes?: () => number
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

/** A backup that `createBackup` wrote; `bytes` is the size of its file. */
type CreatedBackup = {
  manifest: Manifest
  summary: Summary & { completeUntil: string }
  bytes: number
}

/**
 * Writes a backup of all rows of all servers and of the stored files, while the product runs. Rows that are written during the
 * backup are part of it, up to a moment just before its end. If a server does not allow that, the backup has the rows of its
 * beginning. The file gets its name only when it is complete and stored. If its place hangs, the backup fails and ends its locks and
 * snapshots.
 *
 * @throws {BackupError} or an error of the database, the file system or the storage
 */
export async function createBackup(options: BackupOptions): Promise<CreatedBackup> {
  const { file, secret, servers, storage, onProgress = () => undefined, signal } = options
  const blocks = await createBlocks(file, secret)
  let sources: Sources | undefined
  let lock: Client | undefined
  try {
    lock = await openBackupClient(firstOf(servers).url)
    const writer: BlockWriter = {
      ...blocks,
      async write(kind, content) {
        signal?.throwIfAborted()
        for (const { log } of sources?.list ?? []) log?.check()
        await blocks.write(kind, content)
      },
    }
    const write = (entry: Entry) => writer.write(KINDS.entry, Buffer.from(JSON.stringify(entry)))
    const summary: Summary = { type: 'end', tables: 0, rows: 0, files: 0, fileBytes: 0 }
    const target = { writer, write, summary, onProgress }
    const manifest = await readManifest(options, lock)
    await write(manifest)
    for (const [name, text] of Object.entries(options.secretFiles ?? {}))
      await write({ type: 'secret', name, text })
    // Most of the files are read before there are snapshots, which hold back the cleaning of the database.
    const files = storage && createFileWriter(target, storage)
    await files?.writeNew()
    const { follows = true, walMaxBytes } = options
    sources = await openSources({ servers, follows, walMaxBytes })
    const completeUntil = (await writeServers(target, sources, lock)).toISOString()
    const { servers: migrated, keyIds } = await readManifest(options, lock)
    if (JSON.stringify([migrated, keyIds]) !== JSON.stringify([manifest.servers, manifest.keyIds]))
      throw new BackupError(
        'The schema or SECRET_KEY was changed while the backup was written. Back up again.',
      )
    const { limitation } = sources
    await sources.close()
    await files?.writeNew()
    const end = { ...summary, completeUntil, ...(limitation !== undefined && { limitation }) }
    await write(end)
    return { manifest, summary: end, bytes: await writer.finish() }
  } catch (err) {
    // First the locks and snapshots, because the place may hang.
    await sources?.close()
    await blocks.discard()
    throw err
  } finally {
    await sources?.close()
    await lock?.end().catch(() => undefined)
  }
}

async function readManifest(options: BackupOptions, main: Client): Promise<Manifest> {
  const { rows: keys } = await main.query<{ id: string }>(
    `select encode(id, 'hex') as id from secret_keys order by 1`,
  )
  const servers: BackupServer[] = []
  for (const { shard, url } of options.servers) {
    await using client = await openBackupClient(url)
    const { rows } = await client.query<BackupServer['migrations'][number]>(
      'select name, sha256 from migrations order by name collate "C"',
    )
    servers.push({ shard, migrations: rows })
  }
  const { rows: times } = await main.query<{ now: Date }>('select now() as now')
  return {
    type: 'backup',
    release: options.release,
    startedAt: firstOf(times).now.toISOString(),
    isEmbedded: options.isEmbedded,
    servers,
    keyIds: keys.map(({ id }) => id),
    files: options.storage !== undefined,
  }
}
