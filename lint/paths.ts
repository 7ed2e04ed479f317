import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'

/** The repository's root: the folder that contains this plugin's folder. */
export const ROOT = dirname(import.meta.dirname)

const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}
const ALIASES = Object.entries(imports)
  .map(([pattern, target]) => ({
    from: pattern.split('*')[0] ?? '',
    to: target.split('*')[0] ?? '',
  }))
  .toSorted((a, b) => b.from.length - a.from.length)

/**
 * A file's path from the root, with `/`: `server/keys/routes.ts`.
 * A file outside the root is an error: no rule may pass what it cannot place.
 */
export function repoPath(file: string): string {
  const path = relative(ROOT, file)
  if (path.startsWith('..') || isAbsolute(path)) throw new Error(`${file} is not under ${ROOT}`)
  return path.replaceAll(sep, '/')
}

/** The path from the root that `specifier` names in `importer`; undefined for a package or a builtin. */
export function resolveImport(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return repoPath(join(ROOT, dirname(importer), specifier))
  const alias = ALIASES.find(({ from }) => from.startsWith('#') && specifier.startsWith(from))
  return alias && repoPath(join(ROOT, alias.to, specifier.slice(alias.from.length)))
}

/** Whether the product's rules pass this file by: a test, what tests and benchmarks stand on. */
export function isTestFile(path: string): boolean {
  return (
    path.endsWith('.test.ts') ||
    path.endsWith('.test.tsx') ||
    /^((simulator\/|web\/)?test|bench)\//.test(path)
  )
}
