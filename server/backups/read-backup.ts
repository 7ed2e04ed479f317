import { createHash } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import type { BackupFile } from './backup-place.ts'
import type { BackupSecret } from './backup-secret.ts'
import type { Entry, Item, Manifest, Summary } from './entry.ts'
import { incomplete, readBlocks } from './read-blocks.ts'
import { RowSummer } from './row-sum.ts'
import { KINDS } from './create-blocks.ts'

/** The first and the last entry of a backup, and the secret files in it by name. */
type CheckedBackup = {
  manifest: Manifest
  summary: Summary & { completeUntil: string }
  secrets: Record<string, string>
}

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
    const entry: Entry = JSON.parse(content.toString())
    if (isFirst !== (entry.type === 'backup')) throw outOfOrder()
    isFirst = false
    if (ENDS.has(entry.type)) {
      if (!open) throw outOfOrder()
      if (!open.check(entry))
        throw new BackupError(`The backup is damaged: ${open.name} differs from its checksum.`)
      open = undefined
    } else if (open) throw outOfOrder()
    else if (entry.type === 'table' || entry.type === 'removal' || entry.type === 'addition')
      open = openRows(`${entry.shard}.${entry.name}`, `${entry.type}_end`)
    else if (entry.type === 'file') open = openFile(entry.key)
    isOver = entry.type === 'end'
    yield { entry }
  }
  if (!isOver) throw incomplete()
}

/** The types of the entries at the end of data. */
const ENDS = new Set<Entry['type']>(['table_end', 'removal_end', 'addition_end', 'file_end'])

function openRows(name: string, type: Entry['type']) {
  const summer = new RowSummer()
  return {
    name: `the table ${name}`,
    add: (data: Buffer) => summer.add(data),
    check: (end: Entry) => {
      const { rows, sum } = summer.get()
      return end.type === type && 'sum' in end && end.rows === rows && end.sum === sum
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
 * Reads a whole backup and checks it.
 *
 * @throws {BackupError} if anything in it is damaged
 */
export async function checkBackup(
  file: BackupFile,
  secret: BackupSecret | undefined,
  onRead: OnRead = () => undefined,
): Promise<CheckedBackup> {
  let manifest: Manifest | undefined
  let summary: Summary | undefined
  const read = { rows: 0, files: 0 }
  const secrets: Record<string, string> = {}
  for await (const item of readBackup(file, secret)) {
    if (!('entry' in item)) continue
    const { entry } = item
    if (entry.type === 'backup') manifest = entry
    if (entry.type === 'secret') secrets[entry.name] = entry.text
    if (entry.type === 'table_end' || entry.type === 'addition_end') read.rows += entry.rows
    if (entry.type === 'removal_end') read.rows -= entry.removed.rows
    if (entry.type === 'file_end') read.files++
    if (entry.type === 'file_removed') read.files--
    if (entry.type === 'end') summary = entry
    onRead(read)
  }
  if (!manifest || summary?.rows !== read.rows || summary.files !== read.files) throw incomplete()
  const { completeUntil = manifest.startedAt } = summary
  return { manifest, summary: { ...summary, completeUntil }, secrets }
}
