import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findLateMigrations, findReleaseProblems } from './find-release-problems.ts'
import { readAtCommit, readReleases } from './read-releases.ts'
import { dateChangelog, setChartVersion, setVersion } from './set-version.ts'

const ROOT = dirname(dirname(import.meta.dirname))

const REMOVED = { at: 'GET /things', change: 'the operation was removed' }

function check(state: Partial<Parameters<typeof findReleaseProblems>[0]>): string[] {
  return findReleaseProblems({
    releases: [
      { version: '0.1.0', commit: 'a' },
      { version: '0.2.0', commit: 'b' },
    ],
    version: '0.2.0',
    changelog: changelog('Unreleased'),
    breaking: [],
    ...state,
  })
}

function changelog(first: string, ...parts: string[]): string {
  return [
    `# Changelog\n\n## ${first}\n`,
    ...(parts.length > 0 ? parts : ['### Added\n\n- More.\n']),
    '## 0.2.0 · 2026-11-26\n\n- Things.\n',
    '## 0.1.0\n\n- The first version.\n',
  ].join('\n')
}

test('a change that breaks clients needs a new minor version before 1.0.0, and then a new major one', () => {
  const breaking = [REMOVED]
  const said = check({ breaking })
  assert.equal(said[0], 'GET /things: the operation was removed')
  assert.match(
    said[1]!,
    /breaks clients of 0\.2\.0\..* set the version to 0\.3\.0 in package\.json/,
  )
  assert.equal(said.length, 2)
  assert.match(
    check({ breaking, version: '0.2.1', changelog: changelog('0.2.1 (unreleased)') })[1]!,
    /set the version to 0\.3\.0/,
  )
  const described = changelog('0.3.0 (unreleased)', '### Breaking\n\n- `GET /things` is gone.\n')
  assert.deepEqual(check({ breaking, version: '0.3.0', changelog: described }), [])

  const releases = [{ version: '1.4.2', commit: 'c' }]
  const minor = check({
    breaking,
    releases,
    version: '1.5.0',
    changelog: changelog('1.5.0 (unreleased)'),
  })
  assert.match(minor[1]!, /set the version to 2\.0\.0/)
})

test('a new version is the first heading of the changelog, and describes what it breaks', () => {
  assert.match(
    check({ version: '0.3.0' })[0]!,
    /must be "## 0\.3\.0 \(unreleased\)", not "## Unreleased"/,
  )
  const stepped = { version: '0.3.0', changelog: changelog('0.3.0 (unreleased)') }
  assert.deepEqual(check(stepped), [])
  assert.match(check({ ...stepped, breaking: [REMOVED] })[1]!, /under "### Breaking"/)
  // The part Breaking of an older release is not that of this one.
  const older = changelog('0.3.0 (unreleased)').replace('- Things.', '### Breaking\n\n- Things.')
  assert.match(
    check({ ...stepped, changelog: older, breaking: [REMOVED] })[1]!,
    /under "### Breaking"/,
  )
  assert.match(check({ version: '0.1.9' })[0]!, /older than the last release/)
})

test('a migration that a release would take for another history needs a number after its newest one', () => {
  const released = ['0001-a.sql', '0003-c.sql']
  const now = ['0001-a.sql', '0002-b.sql', '0003-c.sql', '0004-d.sql']
  assert.deepEqual(findLateMigrations(released, now), [
    '0002-b.sql: give it a number after 0003-c.sql, which is released',
  ])
})

test('a released part of the changelog gets no further entries', () => {
  const releasedChangelog = changelog('Unreleased')
  const later = changelog('Unreleased').replace('- Things.', '- Things.\n- Late.')
  assert.match(check({ changelog: later, releasedChangelog })[0]!, /move the 1 new entries/)
  const reworded = changelog('Unreleased').replace('- Things.', '- Some things.')
  assert.deepEqual(check({ changelog: reworded, releasedChangelog }), [])
})

test('a release sets the version of the product only, and begins a new part of the changelog', () => {
  const lock =
    '{"version": "0.1.0", "lockfileVersion": 3, "packages": {"": {"version": "0.1.0"}, "a": {"version": "0.1.0"}}}'
  const versions = setVersion(lock, '0.2.0').match(/\d\.\d\.\d/g)
  assert.deepEqual(versions, ['0.2.0', '0.2.0', '0.1.0'])
  const chart = 'apiVersion: v2\nversion: 0.1.0\nappVersion: 0.1.0\n'
  assert.equal(
    setChartVersion(chart, '0.2.0'),
    'apiVersion: v2\nversion: 0.2.0\nappVersion: 0.2.0\n',
  )
  const now = new Date('2026-11-26T01:00:00Z')
  assert.equal(
    dateChangelog('# Changelog\n\n## Unreleased\n\n- More.\n', '0.3.0', now),
    '# Changelog\n\n## Unreleased\n\n## 0.3.0 · 2026-11-26\n\n- More.\n',
  )
  assert.throws(() => dateChangelog('## Unreleased\n\n## 0.2.0\n\n- Things.\n', '0.3.0', now))
})

test('each release is a commit of the history whose package.json has its version', (t) => {
  for (const { version, commit } of readReleases(ROOT)) {
    const text = readAtCommit(ROOT, commit, 'package.json')
    if (text === undefined) return t.skip('the history of the repository is not here')
    assert.equal((JSON.parse(text) as { version: string }).version, version)
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string
  }
  assert.match(version, /^\d+\.\d+\.\d+$/)
})
