import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** An export that no other file imports. */
type UnusedExport = { file: string; line: number; name: string }

/** The names that a file imports from another: single ones, or everything (`import * as`, an import whose result is passed on). */
type Import = { file: string; names: readonly string[] | 'all' }

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) ([\w$]+)/gm
const LIST = /^export (?:type )?\{([^}]*)\}/gm
const STATIC =
  /\b(?:import|export)\s+(?:type\s+)?([\w$]+\s*,\s*)?(\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)\s+from\s+'([^']+)'/g
const DEFAULT = /\bimport\s+(?:type\s+)?([\w$]+)\s+from\s+'([^']+)'/g
const DYNAMIC = /(?:\{([^{}]*)\}\s*=\s*)?(?:await\s+)?\bimport\('([^']+)'\)(?:\)*\.([\w$]+))?/g

/**
 * Returns the exports of `files` (paths from `root`, formatted as this repository is) that no other of them imports.
 * `aliases` are the `imports` of package.json. Default exports are left out: tools ask for them.
 */
export function findUnusedExports(
  root: string,
  files: readonly string[],
  aliases: Readonly<Record<string, string>>,
): UnusedExport[] {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const used = new Map<string, Set<string> | 'all'>()
  for (const [from, text] of sources)
    for (const { file, names } of readImports(text)) {
      const path = resolve(file, from, aliases, sources)
      const known = path === undefined ? 'all' : (used.get(path) ?? new Set())
      if (path === undefined || path === from || known === 'all') continue
      used.set(path, names === 'all' ? 'all' : new Set([...known, ...names]))
    }
  return [...sources].flatMap(([file, text]) => {
    const names = used.get(file) ?? new Set()
    return names === 'all'
      ? []
      : readExports(text)
          .filter(({ name }) => !names.has(name))
          .map((each) => ({ file, ...each }))
  })
}

function readExports(text: string): { name: string; line: number }[] {
  const at = (index: number) => text.slice(0, index).split('\n').length
  const declared = [...text.matchAll(DECLARATION)].map(({ 1: name, index }) => ({
    name: name!,
    line: at(index),
  }))
  const listed = [...text.matchAll(LIST)].flatMap(({ 1: list, index }) =>
    namesOf(list!, 'after').map((name) => ({ name, line: at(index) })),
  )
  return [...declared, ...listed].filter(({ name }) => name !== 'default')
}

function readImports(text: string): Import[] {
  const imports: Import[] = []
  for (const [, , list, file] of text.matchAll(STATIC))
    imports.push({ file: file!, names: list!.startsWith('*') ? 'all' : namesOf(list!, 'before') })
  for (const [, , file] of text.matchAll(DEFAULT)) imports.push({ file: file!, names: [] })
  for (const [, list, file, name] of text.matchAll(DYNAMIC)) {
    const names = list === undefined ? undefined : namesOf(list.replaceAll(':', ' as '), 'before')
    imports.push({ file: file!, names: isMethod(name) ? (names ?? 'all') : [name!] })
  }
  return imports
}

/** Whether what follows an `import()` is no export: nothing, or a method of the promise. */
function isMethod(name: string | undefined): boolean {
  return name === undefined || ['then', 'catch', 'finally'].includes(name)
}

/** Returns the names of `{ a, type B as C }`: those before or after `as`. */
function namesOf(list: string, side: 'before' | 'after'): string[] {
  return list
    .replaceAll(/[{}]|\/\/.*$/gm, '')
    .split(',')
    .map((each) =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/),
    )
    .map((parts) => (side === 'before' ? parts[0]! : parts.at(-1)!))
    .filter(Boolean)
}

function resolve(
  specifier: string,
  from: string,
  aliases: Readonly<Record<string, string>>,
  sources: ReadonlyMap<string, string>,
): string | undefined {
  const alias = Object.keys(aliases)
    .filter((each) => specifier.startsWith(each.replace('*', '')))
    .toSorted((a, b) => b.length - a.length)[0]
  const path = alias
    ? normalize(aliases[alias]!.replace('*', specifier.slice(alias.length - 1)))
    : specifier.startsWith('.')
      ? normalize(join(dirname(from), specifier))
      : undefined
  if (path === undefined) return undefined
  return ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((ending) => path + ending)
    .find((each) => sources.has(each))
}
