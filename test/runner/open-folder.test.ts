import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { openTempDir } from '../processes.ts'
import { openFolder } from './open-folder.ts'

/** Opens a folder that is removed after the tests. */
function open(memory: string): string {
  const folder = openFolder(memory)
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('a folder is created where there is memory for it, empty and for one user', async () => {
  const memory = await openTempDir()
  const folder = open(memory)
  assert.equal(dirname(folder), memory)
  assert.deepEqual(readdirSync(folder), [])
  assert.equal(statSync(folder).mode & 0o777, 0o700)
})

test('without such a place, or with too little space in it, the folder is created on the disk', async () => {
  const nowhere = join(await openTempDir(), 'nowhere')
  assert.equal(dirname(open(nowhere)), tmpdir())
  if (existsSync('/proc/1')) assert.equal(dirname(open('/proc')), tmpdir())
})

test('what a killed run left in memory is removed a day later, and no other folder', async () => {
  const memory = await openTempDir()
  const names = ['parley-test-killed', 'parley-test-running', 'another']
  for (const name of names) mkdirSync(join(memory, name))
  const dayAgo = Date.now() / 1000 - 25 * 3600
  for (const name of ['parley-test-killed', 'another'])
    utimesSync(join(memory, name), dayAgo, dayAgo)
  const folder = open(memory)
  const expected = ['another', 'parley-test-running', basename(folder)]
  assert.deepEqual(readdirSync(memory).toSorted(), expected.toSorted())
})
