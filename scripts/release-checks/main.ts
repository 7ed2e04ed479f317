/**
 * Runs checks of a release: `npm run release-checks -- WORD…`. `--list` lists all words. Each run is recorded in last-runs.json with
 * its commit, unless the working tree has other changes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { LAST_RUNS, listChecks, readLastRuns, recordRun } from './last-runs.ts'
import { RELEASE_CHECKS, type ReleaseCheck, type Step } from './release-checks.ts'

const ROOT = dirname(dirname(import.meta.dirname))
const checks: Record<string, ReleaseCheck> = RELEASE_CHECKS

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean', default: false } },
})
const unknown = positionals.filter((word) => !Object.hasOwn(checks, word))
if (unknown.length > 0) fail(`No release check is named ${unknown.join(' or ')}: see --list.`)
if (values.list || positionals.length === 0) write(listChecks(readLastRuns(ROOT)))
for (const word of positionals) await runCheck(word, checks[word]!)

async function runCheck(word: string, check: ReleaseCheck): Promise<void> {
  const isRoot = process.getuid?.() === 0
  if (check.user && isRoot !== (check.user === 'root'))
    fail(`Run ${word} as ${check.user === 'root' ? 'root' : 'another user than root'}.`)
  // Read before the run, because commits may follow while it lasts.
  const commit = git('rev-parse', 'HEAD')
  const changes = git('status', '--porcelain', '--', '.', `:(exclude)${LAST_RUNS}`)
  let isPassed = true
  for (const step of check.steps) isPassed &&= await runStep(word, check, step)
  const result = isPassed ? 'passed' : 'failed'
  write(`${word} ${result}.\n`)
  if (!isPassed) process.exitCode = 1
  const date = new Date().toISOString().slice(0, 10)
  if (changes === '') recordRun(ROOT, word, { date, commit, result })
  else write('The run is not recorded, because the working tree has uncommitted changes.\n')
}

/** Runs a step and returns whether it ended as it must. Ends this process when the step is interrupted. */
async function runStep(word: string, check: ReleaseCheck, step: Step): Promise<boolean> {
  const [program, ...args] = step.command
  const env = { ...process.env, ...step.env, ...(check.unskips && { RELEASE_CHECK: word }) }
  const child = spawn(program === 'node' ? process.execPath : program!, args, {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === null) fail(`${word} was interrupted.`)
  return (code === 0) !== (step.mustFail ?? false)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function write(text: string): void {
  process.stdout.write(text)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
