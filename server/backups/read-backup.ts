import { createHash } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { Entry, Item, Manifest, Summary } from './entries.ts'
import { incomplete, readBlocks } from './read-blocks.ts'
import { RowSummer } from './row-sum.ts'
import { KINDS } from './write-blocks.ts'

/** Called from time to time with the number of rows and files that were read so far. */
type OnRead = (read: { rows: number; files: number }) => void

/**
 * Reads a backup, in order. Checks every table and file against the count and checksum that were recorded with it, and that
 * nothing is missing at the end.
 *
 * @throws {BackupError}
 */
export async function* readBackup(
  file: BackupFile,
  secret: BackupSecret | undefined,
): AsyncGenerator<Item, void> {
  let open:
    | { add: (data: Buffer) => void; check: (end: Entry) => boolean; name: string }
    | undefined
  let isFirst = true
  let isOver = false
  for await (const { kind, content } of readBlocks(file, secret)) {
    if (isOver) throw new BackupError('The backup is damaged: something follows its end.')
    if (kind === KINDS.data) {
      if (!open) throw outOfOrder()
      open.add(content)
      yield { data: content }
      continue
    }
    const entry = JSON.parse(content.toString()) as Entry
    if (isFirst !== (entry.type === 'backup')) throw outOfOrder()
    isFirst = false
    if (entry.type === 'table_end' || entry.type === 'file_end') {
      if (!open) throw outOfOrder()
      if (!open.check(entry))
        throw new BackupError(`The backup is damaged: ${open.name} differs from its checksum.`)
      open = undefined
    } else if (open) throw outOfOrder()
    else if (entry.type === 'table') open = openTable(`${entry.shard}.${entry.name}`)
    else if (entry.type === 'file') open = openFile(entry.key)
    isOver = entry.type === 'end'
    yield { entry }
  }
  if (!isOver) throw incomplete()
}

function openTable(name: string) {
  const summer = new RowSummer()
  return {
    name: `the table ${name}`,
    add: (data: Buffer) => summer.add(data),
    check: (end: Entry) => {
      const { rows, sum } = summer.get()
      return end.type === 'table_end' && end.rows === rows && end.sum === sum
    },
  }
}

function openFile(key: string) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    name: `the file ${key}`,
    add(data: Buffer) {
      hash.update(data)
      bytes += data.length
    },
    check: (end: Entry) =>
      end.type === 'file_end' && end.bytes === bytes && end.sha256 === hash.digest('hex'),
  }
}

function outOfOrder(): BackupError {
  return new BackupError('The backup is damaged: its entries are not in order.')
}

/**
 * Reads a whole backup and returns its first and its last entry, and the secret files in it by name.
 *
 * @throws {BackupError} if anything in it is damaged
 */
export async function checkBackup(
  file: BackupFile,
  secret: BackupSecret | undefined,
  onRead: OnRead = () => undefined,
): Promise<{ manifest: Manifest; summary: Summary; secrets: Record<string, string> }> {
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  const read = { rows: 0, files: 0 }
  const secrets: Record<string, string> = {}
  for await (const item of readBackup(file, secret)) {
    if (!('entry' in item)) continue
    const { entry } = item
    if (entry.type === 'backup') manifest = entry
    if (entry.type === 'secret') secrets[entry.name] = entry.text
    if (entry.type === 'table_end') read.rows += entry.rows
    if (entry.type === 'file_end') read.files++
    if (entry.type === 'end') summary = entry
    onRead(read)
  }
  if (!manifest || summary?.rows !== read.rows || summary.files !== read.files) throw incomplete()
  return { manifest, summary, secrets }
}
