import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An older release in a folder of its own: the path of its program. */
type OlderRelease = { commit: string; program: string }

const ROOT = dirname(dirname(import.meta.dirname))
const MIGRATIONS = 'server/db/migrations'

/** Writes the tree of `commit`, by default that of `findOlderCommit`, to `folder`; or returns why it cannot. */
export function unpackOlderRelease(
  folder: string,
  commit?: string,
): OlderRelease | { reason: string } {
  const chosen = commit ?? findOlderCommit(ROOT)
  if (chosen === undefined) return { reason: 'the history of the repository is not here' }
  mkdirSync(folder, { recursive: true })
  const archive = git(ROOT, 'archive', '--format=tar', chosen)
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  for (const path of ['node_modules', 'web/dist']) {
    const target = join(ROOT, path)
    if (existsSync(target)) symlinkSync(target, join(folder, path))
  }
  return { commit: chosen.slice(0, 12), program: join(folder, 'server/main.ts') }
}

/**
 * Finds the newest commit whose migrations are the first ones of today's, so that all later ones are new to it; undefined
 * without a complete history. Migrations that were written side by side can have landed in another order than their names.
 */
export function findOlderCommit(root: string): string | undefined {
  const today = readdirSync(join(root, MIGRATIONS)).toSorted()
  const text = (...args: string[]) =>
    git(root, ...args)
      .toString()
      .trim()
  const isOlder = (commit: string) => {
    const names = text('ls-tree', '--name-only', `${commit}:${MIGRATIONS}`).split('\n').toSorted()
    return names.length < today.length && names.every((name, index) => name === today[index])
  }
  try {
    if (text('rev-parse', '--is-shallow-repository') === 'true') return undefined
    if (text('rev-parse', '--show-prefix') !== '') return undefined
    const changes = text('log', '--format=%H', '--', MIGRATIONS).split('\n')
    for (const candidate of ['HEAD', ...changes.map((change) => `${change}^`)])
      if (isOlder(candidate)) return text('rev-parse', candidate)
  } catch {
    // Without a repository, or before its first migration, there is no older release.
  }
  return undefined
}

function git(root: string, ...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' })
}
