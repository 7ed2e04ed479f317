import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** The files that each file of a repository loads or names; every path is from the repository's root. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** A string literal that may name a file: an import, `nodeCommand('server/main.ts')`, `new URL('../schema.sql', …)`. */
const LITERAL = /(['"`])([#\w@.][^'"`\s${}]*)\1/g

/**
 * Returns which of `files` each of them names. A string literal names a file if it is its path, from the naming file or
 * from `root`, or if an alias (the `imports` of package.json) leads to it.
 */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const known = new Set(files)
  const aliases = readAliases(root)
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    if (!/\.[cm]?[jt]sx?$/.test(file)) continue
    const named = new Set<string>()
    for (const [, , literal = ''] of readFileSync(join(root, file), 'utf8').matchAll(LITERAL))
      for (const path of candidates(literal, dirname(file), aliases))
        if (known.has(path)) named.add(path)
    named.delete(file)
    graph.set(file, named)
  }
  return graph
}

/** Returns the paths that a literal in a file of `folder` may name. */
function candidates(literal: string, folder: string, aliases: readonly Alias[]): string[] {
  const alias = aliases.find(({ prefix }) => literal.startsWith(prefix))
  if (alias) return [normalize(alias.folder + literal.slice(alias.prefix.length))]
  if (!literal.startsWith('.')) return [normalize(literal)]
  const path = normalize(join(folder, literal))
  return [path, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((ending) => path + ending)]
}

type Alias = { prefix: string; folder: string }

/** Returns the `#…/*` aliases of package.json, the longest first. */
function readAliases(root: string): Alias[] {
  const path = join(root, 'package.json')
  if (!existsSync(path) || !statSync(path).isFile()) return []
  const { imports = {} } = JSON.parse(readFileSync(path, 'utf8')) as {
    imports?: Record<string, string>
  }
  return Object.entries(imports)
    .map(([from, to]) => ({ prefix: from.replace('*', ''), folder: to.replace('*', '') }))
    .toSorted((a, b) => b.prefix.length - a.prefix.length)
}

/** Returns a file and the files that it loads, directly or through others. */
export function reachFrom(file: string, graph: ImportGraph): Set<string> {
  const reached = new Set([file])
  for (const each of reached) for (const next of graph.get(each) ?? []) reached.add(next)
  return reached
}
