import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundles } from './build-bundles.ts'

/** Lists entries of packages with hundreds of small modules, which are half of the modules that the server loads. */
export const ENTRIES: readonly string[] = [
  'kysely',
  'kysely/helpers/postgres',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
]

/**
 * Bundles the packages of `ENTRIES` into the cache of `root`, unless they are there, and returns the path of a module
 * that makes Node load these bundles instead of the packages: the programs of the tests start in three quarters of the
 * CPU time. Node then also finds our own modules without a search, which saves a fifth of the rest.
 */
export async function bundlePackages(root: string): Promise<string> {
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `packages-${keyOf(root)}`)
  const hook = join(folder, 'hook.mjs')
  if (existsSync(hook)) return hook
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(`${folder}-`)
  await buildBundles(root, {
    folder: draft,
    input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), entry])),
  })
  await writeFile(join(draft, 'hook.mjs'), writeHook(root))
  // A run at the same time in this checkout may have been faster.
  await rename(draft, folder).catch(() => rmSync(draft, { recursive: true }))
  return hook
}

function nameOf(entry: string): string {
  return entry.replaceAll('/', '-')
}

/** Returns a text that changes with the packages' versions, with our aliases and with this file. */
function keyOf(root: string): string {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename))
  for (const name of ['package-lock.json', 'package.json'])
    hash.update(readFileSync(join(root, name)))
  return hash.digest('hex').slice(0, 16)
}

/** Folders with packages of their own, in which package.json can say another format. */
const APART = ['node_modules/', 'integrations/']

/**
 * Returns the text of the hook. It also finds our own modules, which all are TypeScript modules named with their
 * extension: Node would look for a package.json and a file at every import.
 */
function writeHook(root: string): string {
  const files = ENTRIES.map((entry) => [entry, `./${nameOf(entry)}.mjs`])
  return `import { registerHooks } from 'node:module'
const files = new Map(${JSON.stringify(files)})
const aliases = ${JSON.stringify(readAliases(root))}
// Relative, so that a copy of the checkout loads its own.
const root = new URL('../../../', import.meta.url).href
const apart = ${JSON.stringify(APART)}.map((folder) => root + folder)
registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier)
    if (file) return { url: new URL(file, import.meta.url).href, format: 'module', shortCircuit: true }
    const url = isOwn(context.parentURL) ? findOwn(specifier, context.parentURL) : undefined
    if (!isOwn(url)) return next(specifier, context)
    return { url, format: 'module-typescript', shortCircuit: true }
  },
})
function isOwn(url) {
  return url?.startsWith(root) && !apart.some((each) => url.startsWith(each))
}
function findOwn(specifier, parentURL) {
  if (!specifier.endsWith('.ts')) return undefined
  if (specifier.startsWith('.')) return new URL(specifier, parentURL).href
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix))
  return alias && root + alias[1] + specifier.slice(alias[0].length)
}
`
}

/** Returns the aliases of package.json as prefixes with their folders, the longest first. */
function readAliases(root: string): [string, string][] {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { imports } = JSON.parse(text) as { imports: Record<string, string> }
  return Object.entries(imports)
    .map(([alias, folder]): [string, string] => [alias.slice(0, -1), folder.slice(2, -1)])
    .toSorted(([a], [b]) => b.length - a.length)
}
