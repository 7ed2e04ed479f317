import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reachFrom } from './import-graph.ts'
import type { ImportGraph } from './import-graph.ts'

/** Loading the server takes most of the time of a short test file, so many files share a process. */
export const FILES_PER_PROCESS = 24

/** Files that share a running product and a browser, by the line that asks for it. */
export const FILES_PER_PRODUCT = 6
const WRITTEN_SHARING = /^const product = await shareWebProduct\(\)$/m

/** Modules and calls by which a file starts programs, or changes something of its whole process. */
const LOADED_APART = [
  'test/processes.ts',
  'test/web/browser.ts',
  'server/db/embedded/start-embedded.ts',
]
const WRITTEN_APART =
  /\bmock\.(method|timers)\b|\bsetIdTime\(|\bglobalThis\.\w+ = |\bprocess\.env(\[[^\]]+\]|\.\w+) = /

/**
 * Returns the processes in which to run test files of `root`: most files share one with their neighbors, and so do those
 * that share a product. Each other file that could disturb others or is disturbed by them has its own.
 */
export function groupFiles(root: string, files: readonly string[], graph: ImportGraph): string[][] {
  const [sharing, apart, together]: [string[], string[], string[]] = [[], [], []]
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8')
    const loaded = reachFrom(file, graph)
    const isApart = LOADED_APART.some((each) => loaded.has(each)) || WRITTEN_APART.test(source)
    if (WRITTEN_SHARING.test(source)) sharing.push(file)
    else (isApart ? apart : together).push(file)
  }
  return [
    ...apart.map((file) => [file]),
    ...splitFiles(sharing, FILES_PER_PRODUCT),
    ...splitFiles(together, FILES_PER_PROCESS),
  ]
}

function splitFiles(files: readonly string[], most: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / most) }, (_, index) =>
    files.slice(index * most, (index + 1) * most),
  )
}

const OUTSIDE = pathToFileURL(join(import.meta.dirname, 'outside-files.ts')).href

/**
 * Loads files one after another. Each opens a database of its own while it loads: if a group opened all of them at once, a
 * busy machine did not start their connections within the time that a pool waits for one. Node finds the suite of a test
 * by the asynchronous resource that runs it.
 */
const LOAD = `import { AsyncResource } from 'node:async_hooks'
import { describe } from 'node:test'
import ${JSON.stringify(OUTSIDE)}
let loaded = Promise.resolve()
function load(url) {
  const loading = loaded.then(AsyncResource.bind(() => import(url)))
  loaded = loading.catch(() => undefined)
  return loading
}`

/**
 * Writes a module into `folder` that runs test files of `root`, each as a suite of its name with its own hooks, and
 * returns the module's path. `fonts` is the set of fonts of their browser, or else the run's.
 */
export function writeGroup(
  root: string,
  files: readonly string[],
  folder: string,
  fonts?: string,
): string {
  const name = files[0]!.replaceAll(/[^\w.-]/g, '-')
  const path = join(folder, `${name}${fonts ? `-${fonts}` : ''}.mjs`)
  const suites = files.map((file) => {
    const url = pathToFileURL(join(root, file)).href
    const suite = fonts ? `${file} with the fonts ${fonts}` : file
    return `describe(${JSON.stringify(suite)}, () => load(${JSON.stringify(url)}))`
  })
  const settings = fonts ? [`process.env['TEST_FONTS'] = ${JSON.stringify(fonts)}`] : []
  writeFileSync(path, [LOAD, ...settings, ...suites, ''].join('\n'))
  return path
}
