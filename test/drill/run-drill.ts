import { createLedger } from '../crash/ledger.ts'
import type { Doubled, Ledger } from '../crash/ledger.ts'
import { readPayloads } from '../crash/read-payloads.ts'
import { verifyRepeats } from '../crash/receivers.ts'
import { countPending, drain } from '../crash/run-crash.ts'
import { verify } from '../crash/verify.ts'
import { act } from './act.ts'
import type { DrillOptions } from './drill-options.ts'
import { planOf } from './failures.ts'
import type { Failure } from './failures.ts'
import { measureLateness } from './measure-lateness.ts'
import { countDamage, measureAnswers, watchStalls } from './measure.ts'
import type { Interval } from './measure.ts'
import { openStage } from './open-stage.ts'
import { startReaders } from './readers.ts'
import { readArrivals } from './read-arrivals.ts'
import type { FailureReport } from './report.ts'
import { verifyThroughApi } from './verify-through-api.ts'
import { waitUntilWorked } from './wait-until-calm.ts'
import { watchMemory } from './watch-memory.ts'

/** The result of a drill. `resends`: messages that the platform got twice; `webhooks`: events that receivers got twice. */
type DrillReport = {
  failures: FailureReport[]
  problems: string[]
  resends: Ledger['resends']
  webhooks: Doubled[]
}

/** Maximum time without progress of the backlog at the end: longer than the pause before a message is sent again. */
const STILL_MS = 120_000

/** When this process stood still for so long, a third of a lease, the workers on the same machine were frozen, too. */
const FROZEN_MS = 5_000

/** Runs two API servers, an ingest server and two workers under load, and lets what they need fail in every way. */
export async function runDrill(options: DrillOptions): Promise<DrillReport> {
  const { log, rounds = 1 } = options
  const ledger = createLedger()
  await using stack = new AsyncDisposableStack()
  const { stage, target, api, admin, cookie, load, receivers } = await openStage(
    options,
    ledger,
    stack,
  )
  const { programs, platform, simulator, kills } = stage
  const { healthy, flapping, hanging } = receivers
  const { workspaceId } = target
  const readers = startReaders({ apiUrl: programs.apiUrl, key: target.key, admin, cookie }, ledger)
  const stalls = watchStalls()
  stack.defer(stalls.stop)
  const memory = watchMemory(programs.list)
  stack.defer(memory.stop)

  const happened: ({ failure: Failure; skipped: string } | ({ failure: Failure } & Interval))[] = []
  await stage.calm()
  const chosen = options.failures.flatMap((failure) =>
    Array<Failure>(planOf(failure).isOnce ? 1 : rounds).fill(failure),
  )
  for (const failure of chosen) {
    const since = Date.now()
    const skipped = await act(stage, failure)
    if (typeof skipped === 'string') {
      log(`${failure}: skipped, ${skipped}`)
      happened.push({ failure, skipped })
      continue
    }
    await stage.calm()
    const answeredAgain = Date.now()
    await waitUntilWorked(stage.db(), stage.slowDown)
    happened.push({ failure, since, until: Date.now() })
    const { longestMs, outageMs, answered, failed, statuses } = measureAnswers(ledger.answers, {
      since,
      until: answeredAgain,
    })
    log(
      `${failure}: longest wait ${longestMs} ms, outage ${outageMs} ms, ${answered} answered, ${failed} failed ${JSON.stringify(statuses)}; no backlog ${Date.now() - answeredAgain} ms later`,
    )
  }
  await load.stop()

  const db = stage.db()
  await admin(`DELETE /api/developer/webhooks/${hanging.endpointId}`)
  const drainedIn = await drain(db, countPending(simulator), STILL_MS, log)
  log(drainedIn === undefined ? 'Not everything ended.' : `All ended after ${drainedIn} s.`)
  await readers.stop(async () => {
    const { rows } = await db.query<{ id: string }>(
      'select id from events where workspace_id = $1 order by position',
      [workspaceId],
    )
    return rows.map(({ id }) => id)
  })
  for (const at of stalls.list(FROZEN_MS)) {
    log(`The machine stood still for more than ${FROZEN_MS} ms at ${new Date(at).toISOString()}.`)
    kills.push(...programs.workers().map((each) => ({ ...each, at, how: 'frozen by the machine' })))
  }
  const payloads = await readPayloads(db)
  const own = payloads.filter((each) => each.workspaceId === workspaceId)
  const served = [...healthy, flapping]
  const { acceptances } = platform
  await verify(ledger, { db, workspaceId, api, receivers: served, acceptances, payloads, kills })
  for (const neighbor of stage.neighbors) {
    await verify(neighbor.ledger, { db, ...neighbor, receivers: [], acceptances, payloads, kills })
    ledger.problems.push(...neighbor.ledger.problems)
  }
  log(`Read through the API: ${await verifyThroughApi(ledger, { api, db, workspaceId })} works.`)
  const repeats = await verifyRepeats(db, workspaceId, served, kills)
  const arrivals = { browser: readers.arrivals, receiver: readArrivals(healthy.at(-1)!.receiver) }
  return {
    failures: happened.map((each, index) =>
      'skipped' in each
        ? each
        : {
            failure: each.failure,
            ...measureAnswers(ledger.answers, each),
            ...measureLateness(own, ledger.entries, arrivals, {
              since: each.since,
              until: index === happened.length - 1 ? Infinity : each.until,
            }),
            ...countDamage(ledger, repeats.duplicates, each),
            memory: memory.most(each),
            stalledMs: stalls.longest(each),
          },
    ),
    problems: [...ledger.problems, ...repeats.problems],
    resends: ledger.resends,
    webhooks: repeats.duplicates,
  }
}
