import { createHash } from 'node:crypto'
import type { Client } from '#db/pool.ts'
import { gatherParts } from '#messages/media/gather-parts.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import { copyOut } from '#db/copy-rows.ts'
import type { BackupServer, Entry, Manifest, Summary } from './entries.ts'
import { openBackupClient } from './open-backup-client.ts'
import { copyOutOf, readBackupTables, readSequences } from './read-catalogue.ts'
import { RowSummer } from './row-sum.ts'
import { takeSnapshots } from './take-snapshots.ts'
import { createBlocks, KINDS } from './write-blocks.ts'
import type { BlockWriter } from './write-blocks.ts'

/** A stored file is written in pieces of this size. */
const PART_BYTES = 1024 * 1024

/** The address of a server, by the name of its shard. The main one is first. */
export type BackupAddress = { shard: string; url: string }

/** The texts of the secret files that go into a backup, by name. */
type SecretFiles = Record<string, string>

/** Options of `createBackup`. Without `storage`, the stored files are left out. `signal` ends it early. */
type BackupOptions = {
  file: BackupFile
  secret: BackupSecret | undefined
  servers: BackupAddress[]
  isEmbedded: boolean
  release: string
  storage?: MediaStorage | undefined
  secretFiles?: SecretFiles
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

/**
 * Writes a backup of all rows of all servers as they are at its beginning, and of the stored files, while the product
 * runs. The file has its name only once it is complete and stored. Returns what it contains and its size in bytes.
 *
 * @throws {BackupError} or an error of the database, the file system or the storage
 */
export async function createBackup(
  options: BackupOptions,
): Promise<{ manifest: Manifest; summary: Summary; bytes: number }> {
  const { file, secret, servers, onProgress = () => undefined, signal } = options
  const clients: Client[] = []
  try {
    for (const { url } of [...servers, servers[0]!]) clients.push(await openBackupClient(url))
    const lock = clients.pop()!
    try {
      await takeSnapshots(clients, lock)
    } finally {
      await lock.end()
    }
    const blocks = await createBlocks(file, secret)
    const writer: BlockWriter = {
      ...blocks,
      async write(kind, content) {
        signal?.throwIfAborted()
        await blocks.write(kind, content)
      },
    }
    try {
      const write = (entry: Entry) => writer.write(KINDS.entry, Buffer.from(JSON.stringify(entry)))
      const manifest = await toManifest(options, clients)
      await write(manifest)
      for (const [name, text] of Object.entries(options.secretFiles ?? {}))
        await write({ type: 'secret', name, text })
      const summary: Summary = { type: 'end', tables: 0, rows: 0, files: 0, fileBytes: 0 }
      for (const [place, { shard }] of servers.entries())
        await writeServer({ client: clients[place]!, shard, writer, write, summary, onProgress })
      // A snapshot holds back the cleaning of the database, so it ends before the files are read.
      await Promise.all(clients.map((client) => client.query('commit')))
      if (options.storage)
        await writeFiles({ storage: options.storage, writer, write, summary, onProgress })
      await write(summary)
      return { manifest, summary, bytes: await writer.finish() }
    } catch (err) {
      await writer.discard()
      throw err
    }
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function toManifest(options: BackupOptions, clients: Client[]): Promise<Manifest> {
  const { rows: keys } = await clients[0]!.query<{ id: string }>(
    `select encode(id, 'hex') as id from secret_keys order by 1`,
  )
  const servers: BackupServer[] = []
  for (const [place, { shard }] of options.servers.entries()) {
    const { rows } = await clients[place]!.query<BackupServer['migrations'][number]>(
      'select name, sha256 from migrations order by name collate "C"',
    )
    servers.push({ shard, migrations: rows })
  }
  const { rows: times } = await clients[0]!.query<{ now: Date }>('select now() as now')
  return {
    type: 'backup',
    release: options.release,
    startedAt: times[0]!.now.toISOString(),
    isEmbedded: options.isEmbedded,
    servers,
    keyIds: keys.map(({ id }) => id),
    files: options.storage !== undefined,
  }
}

type Target = {
  writer: BlockWriter
  write: (entry: Entry) => Promise<void>
  summary: Summary
  onProgress: (line: string) => void
}

async function writeServer(given: Target & { client: Client; shard: string }): Promise<void> {
  const { client, shard, writer, write, summary, onProgress } = given
  for (const table of await readBackupTables(client)) {
    await write({ type: 'table', shard, ...table })
    const summer = new RowSummer()
    for await (const rows of copyOut(client, copyOutOf(table))) {
      summer.add(rows)
      await writer.write(KINDS.data, rows)
      onProgress(`${summary.rows + summer.get().rows} rows, in ${shard}.${table.name}`)
    }
    const sum = summer.get()
    await write({ type: 'table_end', ...sum })
    summary.tables++
    summary.rows += sum.rows
  }
  for (const sequence of await readSequences(client))
    await write({ type: 'sequence', shard, ...sequence })
}

async function writeFiles(given: Target & { storage: MediaStorage }): Promise<void> {
  const { storage, writer, write, summary, onProgress } = given
  for await (const key of storage.list()) {
    // Deleted since the listing.
    const content = await storage.read(key)
    if (!content) continue
    await write({ type: 'file', key })
    const hash = createHash('sha256')
    let bytes = 0
    for await (const part of gatherParts(content, PART_BYTES)) {
      hash.update(part)
      bytes += part.length
      await writer.write(KINDS.data, part)
    }
    await write({ type: 'file_end', bytes, sha256: hash.digest('hex') })
    summary.files++
    summary.fileBytes += bytes
    onProgress(`${summary.files} files, ${Math.round(summary.fileBytes / 1e6)} MB`)
  }
}
