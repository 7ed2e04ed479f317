/**
 * Runs test files against one PostgreSQL of their own: `node test/run.ts [files or folders…]`, or with
 * `--changed[=BASE]` those that a change can affect. `runner/read-arguments.ts` lists the options.
 */
import { globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createClient } from '#db/pool.ts'
import { startBusyLoop } from './busy-loop.ts'
import { findAffectedTests } from './runner/affected-tests.ts'
import { bundlePackages } from './runner/bundle-packages.ts'
import { areBundlesWorthIt, bundlePrograms } from './runner/bundle-programs.ts'
import { listChangedFiles, listFiles } from './runner/changed-files.ts'
import { groupFiles, writeGroup } from './runner/group-files.ts'
import { readImportGraph } from './runner/import-graph.ts'
import { INDEX_USE_SETTINGS, sumIndexUse } from './runner/index-use.ts'
import { holdPorts } from './runner/hold-ports.ts'
import { findLayoutFiles, OTHER_FONTS } from './runner/layout-files.ts'
import { openFolder } from './runner/open-folder.ts'
import { orderFiles } from './runner/order-files.ts'
import { listCpuUse, readCpuMs, readTreeMs } from './runner/cpu-use.ts'
import { readArguments } from './runner/read-arguments.ts'
import { runFiles } from './runner/run-files.ts'

const ROOT = dirname(import.meta.dirname)
const FOLDERS = [
  'server',
  'simulator',
  'web',
  'client',
  'integrations/test',
  'lint',
  'scripts',
  'test',
]

const indexUsePath = process.env['INDEX_USE']
const options = readArguments(process.argv.slice(2))
const isWhole = options.files.length === 0 && !options.changed && !options.namePatterns
const sources = listFiles(ROOT)
const graph = readImportGraph(ROOT, sources)
const files = chooseFiles()
if (files.length > 0) await runOnDatabase()
else if (options.changed) process.stdout.write('No test depends on what has changed.\n')
else throw new Error('No test file has this name.')

function chooseFiles(): string[] {
  const patterns = FOLDERS.map((folder) => `${folder}/**/*.test.ts`)
  const all = () => globSync(patterns, { cwd: ROOT }).toSorted()
  if (options.files.length > 0) {
    const inFolders = options.files.map((each) => `${each}/**/*.test.ts`)
    const found = globSync([...options.files, ...inFolders], { cwd: ROOT })
    return found.filter((file) => file.endsWith('.ts')).toSorted()
  }
  if (!options.changed) return all()
  return findAffectedTests(graph, listChangedFiles(ROOT, options.base)) ?? all()
}

/** Returns the modules to run, each in a process of its own, in the order in which to start them. */
function arrangeFiles(folder: string): string[] {
  const groups = groupFiles(ROOT, files, graph)
  const alone = groups.filter((group) => group.length === 1).map(([file]) => file!)
  const shared = groups.filter((group) => group.length > 1)
  const again = groupFiles(ROOT, findLayoutFiles(files), graph)
  return orderFiles(alone, [
    ...shared.map((group) => writeGroup(ROOT, group, folder)),
    ...again.map((group) => writeGroup(ROOT, group, folder, OTHER_FONTS)),
  ])
}

/** Prints the indexes that no statement of the runs so far has used. Unique ones are needed without that. */
function printIndexUse(path: string): void {
  for (const { table, index, scans, isUnique } of sumIndexUse(path))
    if (scans === 0 && !isUnique) process.stdout.write(`not used: ${index} on ${table}\n`)
}

/** Lets each test process append its CPU time to `path`. */
function recordCpu(nodeOptions: string[], path: string): void {
  process.env['TEST_CPU_FILE'] = path
  nodeOptions.push(
    '--import',
    pathToFileURL(join(import.meta.dirname, 'runner/record-cpu.ts')).href,
  )
}

/** Prints the CPU time of each test process, of PostgreSQL with its data in `folder`, and of this process. */
function printCpuUse(path: string, folder: string): void {
  const pid = Number(
    readFileSync(join(folder, 'data/postgres/postmaster.pid'), 'utf8').split('\n')[0],
  )
  const others = { PostgreSQL: readTreeMs(pid), runner: readCpuMs('self').own }
  for (const line of listCpuUse(path, others)) process.stdout.write(`${line}\n`)
}

/** Prints the error codes that the tests which recorded at `path` leave out, and returns whether there is none. */
async function areCodesTested(path: string): Promise<boolean> {
  // Loads the whole API, which other runs do not need.
  const { findUntestedCodes } = await import('./runner/find-untested-codes.ts')
  const problems = await findUntestedCodes(path)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  return problems.length === 0
}

async function runOnDatabase(): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort())
  await holdPorts()
  const loops = Array.from({ length: options.busy }, startBusyLoop)
  const folder = openFolder()
  // Also for the temporary files of the tests and of their programs.
  process.env['TMPDIR'] = folder
  const database = await startEmbedded({
    dataDir: join(folder, 'data'),
    log: () => undefined,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      autovacuum: 'off',
      // Tests put proxies and other hosts into its address.
      unix_socket_directories: '',
      ...(indexUsePath && INDEX_USE_SETTINGS),
    },
  })
  try {
    const template = new URL(database.adminUrl)
    template.pathname = '/parley_template'
    const client = createClient(database.adminUrl, 'parley test')
    await client.connect()
    // A connection then costs its client half: the other half repeats a hash thousands of times.
    await client.query('set scram_iterations = 1')
    const password = client.escapeLiteral(template.password)
    await client.query(`alter role ${template.username} password ${password}`)
    await client.query('create database parley_template')
    await client.end()
    await migrate(template.href)
    const { signal } = stopping
    // Without links in node_modules, resolving them finds nothing and takes a sixth of the CPU time of a start.
    const loadFirst = (module: string) => [
      '--preserve-symlinks',
      '--preserve-symlinks-main',
      '--import',
      pathToFileURL(module).href,
    ]
    const packages = await bundlePackages(ROOT)
    const nodeOptions = loadFirst(packages)
    const programOptions = areBundlesWorthIt(files, graph)
      ? loadFirst(await bundlePrograms(ROOT, sources, packages))
      : [...nodeOptions]
    const databaseUrl = database.adminUrl
    const shared = { ...options, root: ROOT, databaseUrl, nodeOptions, programOptions, signal }
    const cpuFile = options.cpu ? join(folder, 'cpu.jsonl') : undefined
    if (cpuFile) recordCpu(nodeOptions, cpuFile)
    const codesFile = join(folder, 'codes.txt')
    if (isWhole) process.env['TEST_CODES_FILE'] = codesFile
    const isPassed = await runFiles(arrangeFiles(folder), shared)
    // Also after a failed test, so that one run says all.
    const areTested = !isWhole || (await areCodesTested(codesFile))
    process.exitCode = isPassed && areTested ? 0 : 1
    if (cpuFile) printCpuUse(cpuFile, folder)
    if (indexUsePath) printIndexUse(indexUsePath)
  } finally {
    for (const end of loops) end()
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
