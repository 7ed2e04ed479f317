import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '#test/processes.ts'
import { writeBackupInProcess } from './write-backup-in-process.ts'

const folder = await openTempDir()
const times = { endMs: 20, killMs: 20_000 }

/** Writes a program that takes the part of the process that writes a backup. */
async function writeProgram(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

test('a process that reported its failure, but cannot end, is killed, and its error is returned', async () => {
  const path = await writeProgram(
    'stuck.mjs',
    `process.stderr.write('backup: 7 rows\\nThe disk has not answered.\\n')
    process.disconnect()
    setInterval(() => undefined, 1_000)`,
  )
  const writing = writeBackupInProcess(new AbortController().signal, { path, ...times })
  await assert.rejects(writing, { name: 'BackupError', message: 'The disk has not answered.' })
})

test('the result of a process that ends by itself is returned', async () => {
  const path = await writeProgram(
    'done.mjs',
    `process.disconnect()
    process.stdout.write(JSON.stringify({ file: process.argv.slice(2).join(' ') }))`,
  )
  const written = await writeBackupInProcess(new AbortController().signal, { path, endMs: 20_000 })
  assert.deepEqual(written, { file: 'backup --json' })
})
