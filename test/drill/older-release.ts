import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** An older release in a folder of its own: the path of its program. */
type OlderRelease = { commit: string; program: string }

const ROOT = dirname(dirname(import.meta.dirname))
const MIGRATIONS = 'server/db/migrations'

/** Writes the tree of `commit`, by default that before the newest migration, to `folder`; or returns why it cannot. */
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

/** Finds the commit before the one that added the newest migration; undefined without a complete history. */
export function findOlderCommit(root: string): string | undefined {
  const newest = readdirSync(join(root, MIGRATIONS)).toSorted().at(-1)!
  const text = (...args: string[]) =>
    git(root, ...args)
      .toString()
      .trim()
  try {
    if (text('rev-parse', '--is-shallow-repository') === 'true') return undefined
    if (text('rev-parse', '--show-prefix') !== '') return undefined
    const path = `${MIGRATIONS}/${newest}`
    const [added] = text('log', '--diff-filter=A', '--format=%H', '--', path).split('\n')
    return added ? text('rev-parse', `${added}^`) : text('rev-parse', 'HEAD')
  } catch {
    return undefined
  }
}

function git(root: string, ...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 2 ** 30, stdio: 'pipe' })
}
