import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTempDir } from '../processes.ts'
import { findOlderCommit } from './older-release.ts'

/** Creates a repository whose third commit adds a migration; returns its folder, two commits, and a way to add others. */
async function createRepository() {
  const folder = await openTempDir()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    }).trim()
  const commit = async (file: string) => {
    await writeFile(join(folder, file), file)
    git('add', '.')
    git('commit', '--quiet', '--message', file)
    return git('rev-parse', 'HEAD')
  }
  await mkdir(join(folder, 'server/db/migrations'), { recursive: true })
  git('init', '--quiet')
  await commit('server/db/migrations/0001-a.sql')
  const older = await commit('readme')
  await commit('server/db/migrations/0002-b.sql')
  const newest = await commit('changelog')
  return { folder, older, newest, commit }
}

test('the older release is the commit before the newest migration', async () => {
  const { folder, older, newest } = await createRepository()
  assert.equal(findOlderCommit(folder), older)
  await writeFile(join(folder, 'server/db/migrations/0003-c.sql'), 'not committed yet')
  assert.equal(findOlderCommit(folder), newest)
})

test('migrations that landed in another order than their names are all newer than the older release', async () => {
  const { folder, newest, commit } = await createRepository()
  await commit('server/db/migrations/0004-d.sql')
  await commit('server/db/migrations/0003-c.sql')
  assert.equal(findOlderCommit(folder), newest)
  await commit('server/db/migrations/0001-0.sql')
  assert.equal(findOlderCommit(folder), undefined)
})

test('a shallow clone and a folder without a repository have no older release', async () => {
  const { folder } = await createRepository()
  const shallow = join(await openTempDir(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow], {
    stdio: 'pipe',
  })
  assert.equal(findOlderCommit(shallow), undefined)
  const bare = await openTempDir()
  await mkdir(join(bare, 'server/db/migrations'), { recursive: true })
  await writeFile(join(bare, 'server/db/migrations/0001-a.sql'), '')
  assert.equal(findOlderCommit(bare), undefined)
})
