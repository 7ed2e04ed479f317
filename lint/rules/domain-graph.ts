import { PARTS, partOf } from '../parts.ts'
import { type Import, visitImports } from '../imports.ts'
import { isTestFile, repoPath } from '../paths.ts'
import type { Rule } from '../rule.ts'

/** The parts of `server/` that each folder of the floor may import. */
const FLOOR: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  db: ['lib', 'db'],
  http: ['lib', 'db', 'http'],
}

/** The client, with which commands call a remote server. */
const CLIENT = 'client/typescript/src/index.ts'

/** Returns the part of a domain, the floor's folder or the root file that `path` belongs to. */
function placeOf(path: string): string {
  return partOf(path) ?? path.split('/')[1] ?? ''
}

function familyOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Returns why `from` may not import this; undefined when it may. */
function refusal(from: string, { path }: Import): string | undefined {
  if (path === undefined || !path.includes('/')) return undefined
  const place = placeOf(from)
  const target = placeOf(path)
  const isRoot = from.split('/').length === 2
  if (path.startsWith('shared/')) return undefined
  if (!path.startsWith('server/')) {
    if (isRoot && path.startsWith('simulator/')) return undefined
    if (path === CLIENT && familyOf(from) === 'program') return undefined
    return `server/ does not import ${path.split('/')[0]}/.`
  }
  if (isRoot || place === target) return undefined
  if (path.endsWith('/routes.ts'))
    return `routes.ts is private to server/${target}/ and the composition roots.`
  const floor = FLOOR[place]
  if (floor) {
    if (floor.includes(target)) return undefined
    return `server/${place} imports only ${floor.join(', ')}.`
  }
  const allowed = PARTS.get(place)
  if (!allowed) return undefined
  if (target === 'lib' || target === 'db') return undefined
  const isRoutes = from.endsWith('/routes.ts')
  if (target === 'http') {
    if (isRoutes) return undefined
    return 'Only routes.ts knows HTTP; what a verb needs belongs to server/lib.'
  }
  if (path.split('/').length === 2) return 'A composition root is imported by nothing.'
  // The routes of a family call the verbs of all its parts, and no part imports routes.
  if (isRoutes && PARTS.has(target) && familyOf(from) === familyOf(path)) return undefined
  if (allowed.includes(target)) return undefined
  return `lint/domains.ts does not let ${place} import ${target}.`
}

/** Holds the import graph of `server/`: the floor, the parts of `lint/domains.ts`, the roots. */
export const domainGraph: Rule = {
  create(context) {
    const from = repoPath(context.filename)
    if (!from.startsWith('server/') || isTestFile(from)) return {}
    const place = placeOf(from)
    const isListed = from.split('/').length === 2 || place in FLOOR || PARTS.has(place)
    return {
      ...visitImports(from, (found) => {
        const message = refusal(from, found)
        if (message) context.report({ node: found.node, message })
      }),
      Program(node) {
        if (isListed) return
        const folder = from.slice(0, from.lastIndexOf('/'))
        context.report({ node, message: `${folder} is not a part of lint/domains.ts.` })
      },
    }
  },
}
