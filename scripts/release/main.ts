/**
 * Releases the tree: `npm run release -- 0.3.0`. Sets the version, dates the changelog, copies the API's description as the one that
 * later changes are compared with, and commits; then a second commit names the first one as the release. Pushes nothing.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import { KEY_DESCRIPTION, describeApi } from '../describe-api.ts'
import { findBreakingChanges } from '../find-breaking-changes.ts'
import { findNewerPostgres, readPostgresVersion } from '../package/fetch-postgres.ts'
import { allowsBreaking, compareVersions } from './find-release-problems.ts'
import { RELEASES, readReleases } from './read-releases.ts'
import { dateChangelog, setChartVersion, setVersion } from './set-version.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const RELEASED = 'docs/openapi/released.yaml'
const CHART = 'ops/helm/parley/Chart.yaml'
const INSTALL = 'docs/operations/install.md'

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(ROOT, path), text)

const [version] = process.argv.slice(2)
if (version === undefined) throw new Error('Name the version: npm run release -- 0.3.0')
if (git('status', '--porcelain') !== '') throw new Error('Commit your changes first.')
const releases = readReleases(ROOT)
const last = releases.at(-1)!
if (compareVersions(version, last.version) <= 0)
  throw new Error(`${version} must be newer than the last release, ${last.version}.`)
const newerPostgres = findNewerPostgres(ROOT)
if (newerPostgres !== undefined)
  throw new Error(
    `The package has PostgreSQL ${readPostgresVersion(ROOT)}, but ${newerPostgres} exists. Pin it and its digests in scripts/package/postgresql.txt.`,
  )
const description = (await describeApi())[KEY_DESCRIPTION]!
const breaking = findBreakingChanges(parse(read(RELEASED)), parse(description))
if (breaking.length > 0 && !allowsBreaking(last.version, version)) {
  const list = breaking.map(({ at, change }) => `  ${at}: ${change}`).join('\n')
  throw new Error(`${version} may not break clients of ${last.version}:\n${list}`)
}

const before = (JSON.parse(read('package.json')) as { version: string }).version
for (const path of ['package.json', 'package-lock.json'])
  write(path, setVersion(read(path), version))
write(CHART, setChartVersion(read(CHART), version))
write(INSTALL, read(INSTALL).replaceAll(`parley-${last.version}-`, `parley-${version}-`))
write('CHANGELOG.md', dateChangelog(read('CHANGELOG.md'), version, new Date()))
write(RELEASED, description)
git('commit', '--all', '--quiet', '--message', `release: ${version}`)
write(
  RELEASES,
  `${JSON.stringify([...releases, { version, commit: git('rev-parse', 'HEAD') }], null, 2)}\n`,
)
git('commit', '--all', '--quiet', '--message', `release: Name the commit of ${version}.`)
process.stdout.write(
  `${before} is now ${version}. Push both commits without a rebase, which would change the first.\n`,
)
