import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import * as builtIn from 'node:test/reporters'
import { styleText } from 'node:util'
import { createFailedList } from './list-failed.ts'
import { lacksProgram, listSkipped } from './list-skipped.ts'
import type { Skipped } from './list-skipped.ts'
import type { RunArguments } from './read-arguments.ts'

const TIMEOUT_MS = 480_000
const FLUSH = pathToFileURL(join(import.meta.dirname, 'flush-reports.ts')).href
/** Time for the reporters to finish after an abort, which does not always end the runner's events. */
const ABORT_MS = 5_000

type Reporter = Transform | ((source: AsyncIterable<unknown>) => AsyncIterable<string>)

/**
 * Runs test files, each in its own process, in the given order, and reports them, the skipped tests, and the failed ones with their suites. Returns whether
 * all passed and reported their end, with CI=true whether none lacked a program, and in a release check whether none was skipped. An aborted `signal` ends the running ones. `nodeOptions` are Node's options in these processes,
 * `programOptions` in the programs of the repository that they start.
 */
export async function runFiles(
  files: string[],
  options: Pick<RunArguments, 'concurrency' | 'namePatterns' | 'reporters'> & {
    root: string
    databaseUrl: string
    nodeOptions: string[]
    programOptions: string[]
    signal: AbortSignal
  },
): Promise<boolean> {
  const { root, signal, concurrency, namePatterns, nodeOptions, programOptions } = options
  const reporters = await Promise.all(
    options.reporters.map(async ({ name, destination }) => ({
      reporter: await loadReporter(name, root),
      destination,
    })),
  )
  const events = run({
    files: files.map((file) => resolve(root, file)),
    cwd: root,
    concurrency,
    timeout: TIMEOUT_MS,
    signal,
    // Not `forceExit`, which would end this process too, before its database is stopped.
    execArgv: ['--import', FLUSH, '--test-force-exit', ...nodeOptions],
    ...(namePatterns && { testNamePatterns: namePatterns }),
    env: {
      ...process.env,
      TEST_DATABASE_URL: options.databaseUrl,
      TEST_NODE_OPTIONS: JSON.stringify(programOptions),
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/parley'),
    },
  })
  let isPassed = true
  const silent = new Set(files.map((file) => resolve(root, file)))
  events.on('test:summary', ({ success, file }) => {
    isPassed &&= success
    if (file) silent.delete(file)
  })
  const failed = createFailedList(root)
  events.on('test:start', failed.start)
  events.on('test:fail', (test) => {
    const { failureType } = test.details.error as { failureType?: string }
    failed.fail(test, failureType)
  })
  const skipped: Skipped[] = []
  events.on('test:pass', ({ name, skip }) => {
    if (skip !== undefined && skip !== false)
      skipped.push({ name, reason: typeof skip === 'string' ? skip : '' })
  })
  const reported = reporters.map(({ reporter, destination }) => {
    const output = events.compose(reporter as Transform)
    const isOpen = destination === 'stdout' || destination === 'stderr'
    const target = isOpen ? process[destination] : createWriteStream(resolve(root, destination))
    return pipeline(output, target, { end: !isOpen })
  })
  const aborted = new Promise<void>((done) => {
    signal.addEventListener('abort', () => setTimeout(done, ABORT_MS), { once: true })
  })
  await Promise.race([Promise.all(reported), aborted])
  if (signal.aborted) return false
  for (const file of silent) process.stderr.write(`${file} ended without a report of its tests.\n`)
  for (const line of listSkipped(skipped)) process.stdout.write(`${line}\n`)
  for (const line of failed.lines())
    process.stdout.write(`${styleText('red', `✖ ${line}`, { stream: process.stdout })}\n`)
  const isIncomplete =
    process.env['CI'] === 'true' && skipped.some(({ reason }) => lacksProgram(reason))
  if (isIncomplete) process.stderr.write('Install the programs that are missing.\n')
  const isUnchecked = process.env['RELEASE_CHECK'] !== undefined && skipped.length > 0
  if (isUnchecked) process.stderr.write('A release check must skip no test.\n')
  return isPassed && silent.size === 0 && !isIncomplete && !isUnchecked
}

/** Returns a reporter of Node by its name, or the default export of one of our modules by its path. */
async function loadReporter(name: string, root: string): Promise<Reporter> {
  if (name === 'spec') return new builtIn.spec()
  if (name === 'dot' || name === 'tap' || name === 'junit') return builtIn[name] as Reporter
  return ((await import(resolve(root, name))) as { default: Reporter }).default
}
