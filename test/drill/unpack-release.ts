import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readAtCommit, readReleases } from '../../scripts/release/read-releases.ts'

/**
 * The tree of a release in a folder of its own: its name, and the path of its program. `needsWorkersFirst`: its workers process
 * nothing while a column is added to a table that they read.
 */
export type UnpackedRelease = { name: string; program: string; needsWorkersFirst: boolean }

/** The last release whose workers keep plans of `select *`, which an added column makes invalid. */
const LAST_WITH_STARS = '0.2.0'

const ROOT = dirname(dirname(import.meta.dirname))

/**
 * Writes the tree of a release to `folder`, with its packages and its web app, as an operator installs it: those of its own lock
 * file and sources, or today's where they are the same. `commit` is by default that of the last release. Returns why it cannot,
 * if the history is not here.
 */
export function unpackRelease(
  folder: string,
  commit?: string,
  root = ROOT,
): UnpackedRelease | { reason: string } {
  const releases = readReleases(root)
  const last = releases.at(-1)!
  const name = commit ?? `${last.version} (${last.commit.slice(0, 12)})`
  const tree = commit ?? last.commit
  const { version } = releases.find((each) => each.commit.startsWith(tree)) ?? {}
  const lock = readAtCommit(root, tree, 'package-lock.json')
  if (lock === undefined) return { reason: `the history of the repository has no ${name}` }
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-x', '-C', folder], { input: git(root, 'archive', '--format=tar', tree) })
  if (packagesOf(lock) === packagesOf(readFileSync(join(root, 'package-lock.json'), 'utf8'))) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    buildWeb(folder, tree, root)
  } else execFileSync(process.execPath, ['scripts/install.cjs'], { cwd: folder, stdio: 'pipe' })
  return {
    name,
    program: join(folder, 'server/main.ts'),
    needsWorkersFirst: version === LAST_WITH_STARS,
  }
}

function buildWeb(folder: string, tree: string, root: string): void {
  const built = join(root, 'web/dist')
  const changed = git(root, 'diff', '--name-only', tree, '--', 'web', 'shared', 'client')
  if (changed.length === 0 && existsSync(built)) {
    symlinkSync(built, join(folder, 'web/dist'))
    return
  }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = ['build', join(folder, 'web'), '--logLevel', 'warn']
  execFileSync(process.execPath, [vite, ...options], { cwd: folder, stdio: 'pipe' })
}

/** Returns the packages of a lock file, without the version of the product itself. */
function packagesOf(lock: string): string {
  const { packages } = JSON.parse(lock) as { packages: Record<string, object> }
  return JSON.stringify({ ...packages, '': { ...packages[''], version: undefined } })
}

function git(root: string, ...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' })
}
