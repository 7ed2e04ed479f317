import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

const ROOT = resolve(import.meta.dirname, '../..')

/** The version of the running build: the release's, or such as `0.4.0-dev+1f3a2b4` for a checkout of a later commit. */
export const BUILD_VERSION = readBuildVersion(ROOT, packageJson.version)

/**
 * Returns the version of the files in `root`, whose last release is `version`. A package says its own in package.json; a checkout of
 * another commit than the release's adds its commit. `commits`: how many there are since the release, where that is known.
 */
export function readBuildVersion(root: string, version: string, commits?: number): string {
  const released = readReleasedCommit(root, version)
  const commit = released === undefined ? undefined : readCommit(join(root, '.git'))
  if (commit === undefined || commit === released) return version
  const [major, minor] = version.split('.')
  const count = commits === undefined ? '' : `.${commits}`
  return `${major}.${Number(minor) + 1}.0-dev${count}+${commit.slice(0, 7)}`
}

/** Returns the commit of a release, which the commit itself cannot name, and packages do not. */
function readReleasedCommit(root: string, version: string): string | undefined {
  const path = join(root, 'scripts/release/releases.json')
  if (!existsSync(path)) return undefined
  const releases: { version: string; commit: string }[] = JSON.parse(readFileSync(path, 'utf8'))
  return releases.find((each) => each.version === version)?.commit
}

/** Returns the commit of a checkout, or undefined without one. Reads Git's files, because starting Git takes longer. */
function readCommit(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  // In a further worktree it is a file that names the folder.
  const folder = statSync(path).isFile() ? resolve(path, '..', read(path).slice(8)) : path
  const head = read(join(folder, 'HEAD'))
  if (!head.startsWith('ref: ')) return head
  const name = head.slice(5)
  const shared = join(folder, 'commondir')
  const common = existsSync(shared) ? resolve(folder, read(shared)) : folder
  if (existsSync(join(common, name))) return read(join(common, name))
  const packed = join(common, 'packed-refs')
  const line = existsSync(packed)
    ? read(packed)
        .split('\n')
        .find((each) => each.endsWith(` ${name}`))
    : undefined
  return line?.split(' ')[0]
}

function read(path: string): string {
  return readFileSync(path, 'utf8').trim()
}
