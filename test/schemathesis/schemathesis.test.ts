import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { App } from '#http/app.ts'
import { createIngest } from '#ingest.ts'
import { createCall } from '../call.ts'
import { onlyInReleaseCheck } from '../only-in-release-check.ts'
import { openTempDir } from '../processes.ts'
import { openSimulated } from '../simulated.ts'
import { serveTargets } from './serve-targets.ts'

/** The description that a run tests, its server, and how many cases an operation gets. */
type Run = {
  name: string
  description: string
  server: 'api' | 'ingest'
  isOfKeys: boolean
  tags: string[]
  perOperation: number
}

/** Requests to the ingest server are those of platforms, forms and visitors. */
const OF_INGEST = ['Ingest', 'Web chat']
const RUNS: Run[] = [
  {
    name: 'operations of keys',
    description: 'api.yaml',
    server: 'api',
    isOfKeys: true,
    tags: OF_INGEST.map((tag) => `--exclude-tag=${tag}`),
    perOperation: 60,
  },
  {
    name: 'operations of platforms, forms and visitors',
    description: 'api.yaml',
    server: 'ingest',
    isOfKeys: true,
    tags: OF_INGEST.map((tag) => `--include-tag=${tag}`),
    perOperation: 60,
  },
  {
    name: 'operations of sessions',
    description: 'sessions.yaml',
    server: 'api',
    isOfKeys: false,
    tags: [],
    perOperation: 60,
  },
]
/** All runs together send at least this many requests. */
const CASES_MIN = 35_000
const CONFIG = join(import.meta.dirname, 'schemathesis.toml')
/** Each run takes minutes, on a busy machine many. */
const TIMEOUT_MS = 3_600_000
const ROOT = join(import.meta.dirname, '../..')
const skip = onlyInReleaseCheck('schemathesis')
const start = promisify(execFile)

describe('Schemathesis finds no response that the description does not have', { skip }, () => {
  if (skip) return
  const opened = open()
  let cases = 0

  for (const run of RUNS)
    test(run.name, { timeout: TIMEOUT_MS }, async (t) => {
      const { context, call, open: openWorkspace, ingest, urls, program } = await opened
      const targets = await serveTargets({
        context,
        call,
        ingest,
        open: openWorkspace,
        isOfKeys: run.isOfKeys,
      })
      try {
        const output = await runSchemathesis(program, run, urls[run.server], targets.url)
        t.diagnostic(output.slice(output.indexOf('= SUMMARY =')))
        const [, selected, total] = /Selected:\s+(\d+)\/(\d+)/.exec(output)!.map(Number)
        t.diagnostic(`${selected} of ${total} operations`)
        if (run.tags.length === 0) assert.equal(selected, total)
        cases += Number(/(\d+) generated/.exec(output)?.[1])
      } finally {
        await targets.close()
      }
    })

  test('the runs were large enough', () => assert.ok(cases >= CASES_MIN, `${cases} cases`))
})

/** Starts the servers and installs Schemathesis. */
async function open() {
  const {
    app,
    call,
    context,
    open: openWorkspace,
  } = await openSimulated({
    dataDir: await openTempDir(),
    trustedProxies: ['127.0.0.1'],
  })
  const ingestApp = createIngest(context)
  after(() => ingestApp.close())
  const directory = await openTempDir()
  await start('python3', ['-m', 'venv', directory])
  const pip = join(directory, 'bin/pip')

  await start(pip, ['install', '--quiet', '--disable-pip-version-check', 'schemathesis==4.32.5'])
  const listen = (server: App) => server.listen({ host: '127.0.0.1', port: 0 })
  const urls = { api: await listen(app), ingest: await listen(ingestApp) }
  return {
    context,
    call,
    ingest: createCall(urls.ingest),
    open: openWorkspace,
    urls,
    program: join(directory, 'bin/schemathesis'),
  }
}

/** Runs Schemathesis with all checks and phases. Returns its output, and throws it when it found something. */
async function runSchemathesis(
  program: string,
  { description, tags, perOperation }: Run,
  url: string,
  targetsUrl: string,
): Promise<string> {
  const options = ['--url', url, '--max-examples', String(perOperation), '--checks', 'all', ...tags]
  // It expects success of everything that fits the schema, but a cursor, an id or a password cannot be invented.
  options.push('--exclude-checks', 'positive_data_acceptance', '--continue-on-failure')
  const cwd = await openTempDir()
  const env = {
    ...process.env,
    SCHEMATHESIS_HOOKS: 'hooks',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
    PARLEY_TARGETS_URL: targetsUrl,
  }
  const file = join(ROOT, 'docs/openapi', description)
  const { stdout } = await start(program, ['--config-file', CONFIG, 'run', file, ...options], {
    cwd,
    env,
    maxBuffer: 100_000_000,
  }).catch((err: unknown) => {
    throw new Error((err as { stdout: string }).stdout, { cause: err })
  })
  return stdout
}
