import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readBuildVersion } from './build-version.ts'

const root = mkdtempSync(join(tmpdir(), 'parley-version-'))
after(() => rmSync(root, { recursive: true }))

function git(...args: string[]): string {
  const user = ['-c', 'user.name=Leela', '-c', 'user.email=leela@example.com']
  return execFileSync('git', [...user, ...args], { cwd: root, encoding: 'utf8' }).trim()
}

function commit(): string {
  git('commit', '--quiet', '--allow-empty', '--message', 'Change something.')
  return git('rev-parse', 'HEAD')
}

function nameRelease(hash: string): void {
  mkdirSync(join(root, 'scripts/release'), { recursive: true })
  const releases = [{ version: '0.3.0', commit: hash }]
  writeFileSync(join(root, 'scripts/release/releases.json'), JSON.stringify(releases))
}

test('a package has the version of its package.json', () => {
  assert.equal(readBuildVersion(root, '0.3.0'), '0.3.0')
})

test('a checkout of a later commit than the release says so, with its commit', () => {
  git('init', '--quiet')
  const released = commit()
  assert.equal(readBuildVersion(root, '0.3.0'), '0.3.0', 'the release cannot name its commit')
  nameRelease(released)
  assert.equal(readBuildVersion(root, '0.3.0'), '0.3.0')
  const later = commit().slice(0, 7)
  assert.equal(readBuildVersion(root, '0.3.0'), `0.4.0-dev+${later}`)
  assert.equal(readBuildVersion(root, '0.3.0', 12), `0.4.0-dev.12+${later}`)
  git('pack-refs', '--all')
  assert.equal(readBuildVersion(root, '0.3.0'), `0.4.0-dev+${later}`)
  git('checkout', '--quiet', '--detach')
  assert.equal(readBuildVersion(root, '0.3.0'), `0.4.0-dev+${later}`)
})

test('a further worktree has the version of its own commit', () => {
  const folder = join(root, 'further')
  git('worktree', 'add', '--quiet', '-b', 'further', folder)
  const here = commit().slice(0, 7)
  mkdirSync(join(folder, 'scripts/release'), { recursive: true })
  writeFileSync(
    join(folder, 'scripts/release/releases.json'),
    JSON.stringify([{ version: '0.3.0', commit: 'another' }]),
  )
  const there = git('rev-parse', 'further').slice(0, 7)
  assert.notEqual(there, here)
  assert.equal(readBuildVersion(folder, '0.3.0'), `0.4.0-dev+${there}`)
})
