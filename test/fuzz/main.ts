/** The fuzz run: `npm run fuzz -- --requests 100000 --seed 7` sends random requests to every route. */
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#db/embedded/start-embedded.ts'
import { migrate } from '#db/migrating/migrate.ts'
import { createLog } from '#lib/create-log.ts'
import { createContext } from '../../server/program/start/create-context.ts'
import { testConfig } from '../context.ts'
import { startGraph } from '../graph.ts'
import { runFuzz } from './run-fuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    'cpu-ms': { type: 'string', default: '100' },
  },
})
const [requests, seed, cpuMs] = [values.requests, values.seed, values['cpu-ms']].map(Number) as [
  number,
  number,
  number,
]
const log = (line: string) => void process.stdout.write(`${line}\n`)

await using stack = new AsyncDisposableStack()
const dataDir = await mkdtemp(join(tmpdir(), 'parley-fuzz-'))
stack.defer(() => rm(dataDir, { recursive: true, force: true }))
const database = await startEmbedded({
  dataDir,
  log: () => undefined,
  settings: { fsync: 'off', synchronous_commit: 'off' },
})
stack.defer(() => database.stop())
await migrate(database.url)
const graph = await startGraph('http://127.0.0.1:9/')
stack.defer(() => graph.simulator.close())
const opened = await createContext(testConfig({ dataDir, graphUrl: graph.graphUrl }), {
  database: { url: database.url, directUrl: database.url },
  name: 'parley fuzz',
  log: createLog('silent'),
})
stack.defer(opened.close)
stack.defer(opened.flush)

log(`Seed ${seed}: ${requests} requests, at most ${cpuMs} ms of CPU each.`)
const report = await runFuzz(opened.context, { requests, seed, cpuMs, log })
log(JSON.stringify({ ...report, problems: undefined }, null, 2))
log(`${report.problems.length} problems:`)
for (const problem of report.problems.slice(0, 100)) log(`  ${problem}`)
// The end of the process alone can run for ever after many lost connections. Source: nodejs/node issue 47748.
process.exit(report.problems.length > 0 ? 1 : 0)
