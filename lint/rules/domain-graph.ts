import { DOMAINS } from '../domains.ts'
import { type Import, visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

const CONTEXT_FILES = ['server/context.ts', 'server/config.ts']
/** What each floor folder, and the two files everyone shares, may import from `server/`. */
const FLOOR: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  db: ['lib', 'db', 'config.ts'],
  http: ['lib', 'db', 'http', 'keys', 'users', 'config.ts', 'context.ts'],
  'config.ts': ['lib'],
  'context.ts': ['lib', 'db', 'config.ts'],
}

/** The first name below `server/`: a folder, or a file that stands there. */
function partOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Why `from` may not import this; undefined when it may. */
function refusal(from: string, { path, isTypeOnly }: Import): string | undefined {
  if (path === undefined || !path.includes('/')) return undefined
  const part = partOf(from)
  const target = partOf(path)
  const isRoot = from.split('/').length === 2 && !CONTEXT_FILES.includes(from)
  if (!path.startsWith('server/')) {
    if (isRoot && path.startsWith('simulator/')) return undefined
    return `server/ does not import ${path.split('/')[0]}/.`
  }
  if (isRoot || part === target) return undefined
  if (CONTEXT_FILES.includes(path) && (isTypeOnly || DOMAINS[part])) return undefined
  if (path.endsWith('/routes.ts'))
    return `routes.ts is private to server/${target}/ and the composition roots.`
  const floor = FLOOR[part]
  if (floor) {
    if (floor.includes(target)) return undefined
    return `server/${part} imports only ${floor.join(', ')} (and types of context.ts and config.ts).`
  }
  const allowed = DOMAINS[part]
  if (!allowed) return undefined
  if (target === 'lib' || target === 'db') return undefined
  if (target === 'http') {
    if (from.endsWith('/routes.ts')) return undefined
    return 'Only routes.ts knows HTTP; what a verb needs belongs to server/lib.'
  }
  if (path.split('/').length === 2) return 'A composition root is imported by nothing.'
  if (allowed === '*' || allowed.includes(target)) return undefined
  return `lint/domains.ts does not let ${part} import ${target}.`
}

/** Holds the import graph of `server/`: the floor, the domains of `lint/domains.ts`, the roots. */
export const domainGraph: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    const part = partOf(from)
    const isListed = from.split('/').length === 2 || part in FLOOR || part in DOMAINS
    return {
      ...visitImports(from, (found) => {
        const message = refusal(from, found)
        if (message) context.report({ node: found.node, message })
      }),
      Program(node) {
        if (isListed) return
        context.report({ node, message: `server/${part} is not a domain of lint/domains.ts.` })
      },
    }
  },
}
