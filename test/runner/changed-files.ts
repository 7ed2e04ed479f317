import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the paths of all files of the repository at `root`, without ignored ones and those that were just deleted. */
export function listFiles(root: string): string[] {
  const known = git(root, 'ls-files', '--cached', '--others', '--exclude-standard')
  return known.filter((file) => existsSync(join(root, file)))
}

/**
 * Returns the paths that differ from where the branch left `base`: commits, the working tree, and new files. Deleted
 * files are left out, as the files that loaded them have changed too. Without a base it is `origin/main`, or `main` in
 * a clone that has no remote.
 */
export function listChangedFiles(root: string, base?: string): string[] {
  const from = base ?? (isCommit(root, 'origin/main') ? 'origin/main' : 'main')
  return [
    ...git(root, 'diff', '--name-only', '--diff-filter=d', '--merge-base', from),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ]
}

function isCommit(root: string, name: string): boolean {
  try {
    git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`)
    return true
  } catch {
    return false
  }
}

function git(root: string, ...args: string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  return output.split('\n').filter(Boolean)
}
