import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { RELEASES } from '../../scripts/release/read-releases.ts'
import { openTempDir } from '../processes.ts'
import { unpackRelease } from './unpack-release.ts'

/** Creates a repository with the release `version` and a later commit; returns its folder. */
async function createRepository(version = '0.1.0'): Promise<string> {
  const folder = await openTempDir()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a.example', ...args], {
      cwd: folder,
      stdio: 'pipe',
      encoding: 'utf8',
    }).trim()
  const commit = async (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    git('add', '.')
    git('commit', '--quiet', '--message', 'change')
    return git('rev-parse', 'HEAD')
  }
  const lock = (version: string) =>
    JSON.stringify({ version, packages: { '': { version }, a: { version: '2.0.0' } } })
  git('init', '--quiet')
  await mkdir(join(folder, 'node_modules'))
  await mkdir(join(folder, 'web/dist'), { recursive: true })
  await writeFile(join(folder, '.gitignore'), 'node_modules\ndist\n')
  const released = await commit({
    'server/main.ts': 'old',
    'web/index.html': 'page',
    'package-lock.json': lock('0.1.0'),
  })
  await commit({
    'server/main.ts': 'new',
    'package-lock.json': lock('0.2.0'),
    [RELEASES]: JSON.stringify([{ version, commit: released }]),
  })
  return folder
}

test('the tree of the last release is unpacked, with the packages and the web app of today if they are the same', async () => {
  const folder = await createRepository()
  const target = join(await openTempDir(), 'release')
  const release = unpackRelease(target, undefined, folder)
  assert.ok('program' in release)
  assert.match(release.name, /^0\.1\.0 \([0-9a-f]{12}\)$/)
  assert.equal(release.needsWorkersFirst, false)
  assert.equal(readFileSync(release.program, 'utf8'), 'old')
  assert.equal(readFileSync(join(target, 'web/index.html'), 'utf8'), 'page')
})

test('the workers of the release 0.2.0 are replaced first, also when it is named by its commit', async () => {
  const folder = await createRepository('0.2.0')
  const [{ commit }] = JSON.parse(readFileSync(join(folder, RELEASES), 'utf8'))
  for (const [name, expected] of [
    [undefined, true],
    [commit, true],
    [commit.slice(0, 12), true],
    ['HEAD', false],
  ] as const) {
    const release = unpackRelease(join(await openTempDir(), 'release'), name, folder)
    assert.equal('program' in release && release.needsWorkersFirst, expected, name)
  }
})

test('a shallow clone and a folder without a repository have no tree of the release', async () => {
  const folder = await createRepository()
  const shallow = join(await openTempDir(), 'clone')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${folder}`, shallow], {
    stdio: 'pipe',
  })
  for (const root of [shallow, await copyWithoutHistory(folder)]) {
    const outcome = unpackRelease(join(await openTempDir(), 'release'), undefined, root)
    assert.match('reason' in outcome ? outcome.reason : '', /the history .* has no 0\.1\.0/)
  }
})

async function copyWithoutHistory(folder: string): Promise<string> {
  const copy = await openTempDir()
  await mkdir(join(copy, dirname(RELEASES)), { recursive: true })
  await writeFile(join(copy, RELEASES), readFileSync(join(folder, RELEASES)))
  return copy
}
