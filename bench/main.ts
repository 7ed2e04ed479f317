/**
 * The benchmarks: `npm run bench`, or `npm run bench -- send start list` for chosen ones. Figures are ratios of one
 * run. Each says in its own file which options it takes: `npm run bench -- isolation --rounds 2`. `--json FILE` also keeps
 * the figures in a file, with what is known of the machine.
 */
import { benchGrowth } from './growth.ts'
import { benchHostileResponses } from './hostile-responses.ts'
import { benchArrival } from './arrival.ts'
import { benchBacklog } from './backlog.ts'
import { benchBurst } from './burst.ts'
import { benchCosts } from './costs.ts'
import { benchErasure } from './erasure.ts'
import { benchIngest } from './ingest.ts'
import { benchIsolation } from './isolation.ts'
import { benchList } from './list.ts'
import { parseBenchArgs } from './options.ts'
import type { BenchOptions } from './options.ts'
import type { Figure } from './figure.ts'
import { keepResult } from './keep-result.ts'
import { benchPartitions } from './partitions.ts'
import { benchScale } from './scale.ts'
import { benchReports } from './reports.ts'
import { benchRoutes } from './routes.ts'
import { benchRules } from './rules.ts'
import { benchMcp } from './mcp.ts'
import { benchMemory } from './memory.ts'
import { benchNotifications } from './notifications.ts'
import { benchSend } from './send.ts'
import { benchShards } from './shards.ts'
import { benchSla } from './sla.ts'
import { benchStart } from './start.ts'
import { benchStreams } from './streams.ts'
import { benchTenants } from './tenants.ts'
import { benchVisibility } from './visibility.ts'
import { benchWeb } from './web.ts'
import { benchWebhooks } from './webhooks.ts'

const benches: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  send: benchSend,
  start: benchStart,
  list: benchList,
  isolation: benchIsolation,
  webhooks: benchWebhooks,
  arrival: benchArrival,
  backlog: benchBacklog,
  burst: benchBurst,
  costs: benchCosts,
  erasure: benchErasure,
  mcp: benchMcp,
  memory: benchMemory,
  growth: benchGrowth,
  notifications: benchNotifications,
  partitions: benchPartitions,
  reports: benchReports,
  routes: benchRoutes,
  rules: benchRules,
  scale: benchScale,
  shards: benchShards,
  sla: benchSla,
  streams: benchStreams,
  visibility: benchVisibility,
  tenants: benchTenants,
  ingest: benchIngest,
  web: benchWeb,
  'hostile-responses': benchHostileResponses,
}
const { names: chosen, options } = parseBenchArgs(process.argv.slice(2))
const unknown = chosen.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}: ${Object.keys(benches).join(', ')}.\n`,
  )
  process.exit(1)
}
let missed = 0
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  process.stdout.write(`\n${name}\n`)
  const startedAt = new Date()
  const figures = await bench(options)
  if (options['json']) await keepResult(options['json'], name, { startedAt, figures })
  for (const { what, value, bound, isMet } of figures) {
    if (!isMet) missed++
    process.stdout.write(
      `  ${what.padEnd(74)} ${value.padStart(12)}   ${bound} ${isMet ? '' : '  MISSED'}\n`,
    )
  }
}
process.exit(missed > 0 ? 1 : 0)
