import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from './find-release-problems.ts'

/** The file that names all releases, from the repository's root. */
export const RELEASES = 'scripts/release/releases.json'

/** Returns all releases of the repository at `root`, the oldest first. */
export function readReleases(root: string): Release[] {
  return JSON.parse(readFileSync(join(root, RELEASES), 'utf8')) as Release[]
}

/** Returns the names of the files of a folder as they were at a commit, or undefined without the history. */
export function listAtCommit(root: string, commit: string, folder: string): string[] | undefined {
  return readAtCommit(root, commit, folder)?.split('\n').slice(2).filter(Boolean)
}

/** Returns a file as it was at a commit, or undefined without the history, as in a shallow clone or an archive. */
export function readAtCommit(root: string, commit: string, path: string): string | undefined {
  try {
    return execFileSync('git', ['show', `${commit}:${path}`], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: 'pipe',
    })
  } catch {
    return undefined
  }
}
