import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildBundles } from './build-bundles.ts'

/** Lists entries of packages with hundreds of small modules, which are half of the modules that the server loads. */
export const ENTRIES: readonly string[] = [
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/format',
  'typebox/value',
]

/**
 * Bundles the packages of `ENTRIES` into the cache of `root`, unless they are there, and returns the path of a module
 * that makes Node load these bundles instead of the packages: the programs of the tests start in three quarters of the
 * CPU time.
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
  await writeFile(join(draft, 'hook.mjs'), writeHook())
  // A run at the same time in this checkout may have been faster.
  await rename(draft, folder).catch(() => rmSync(draft, { recursive: true }))
  return hook
}

function nameOf(entry: string): string {
  return entry.replace('/', '-')
}

/** Returns a text that changes with the packages' versions and with this file. */
function keyOf(root: string): string {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const own = readFileSync(import.meta.filename)
  return createHash('sha256').update(lock).update(own).digest('hex').slice(0, 16)
}

function writeHook(): string {
  const files = ENTRIES.map((entry) => [entry, `./${nameOf(entry)}.mjs`])
  return `import { registerHooks } from 'node:module'
const files = new Map(${JSON.stringify(files)})
registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier)
    if (!file) return next(specifier, context)
    // Relative, so that a copy of the checkout loads its own.
    return { url: new URL(file, import.meta.url).href, format: 'module', shortCircuit: true }
  },
})
`
}
