import { after, beforeEach } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '#lib/create-log.ts'
import { newId } from '#lib/ids.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { createLaneWorker } from '#lanes/create-lane-worker.ts'
import { openTestContext } from './context.ts'

/** Options of a test's worker of `kind` lanes; `lines` gets the texts of its log. */
type TestWorkerOptions = Partial<LaneHandler> & {
  kind?: 'webhook' | 'send'
  pollMs?: number
  stopMs?: number
  pauseMs?: number
  takeOverMs?: number
  lines?: string[]
}

/**
 * Opens a database without lanes for each test of a file. `startWorker` starts a worker that stops after the tests of the file,
 * `ref` returns a new lane, `logTo` a log that adds its warnings and infos to `lines`.
 */
export async function openLaneTests() {
  const { context, url } = await openTestContext()

  // A lane of an earlier test can be due again.
  beforeEach(() => sql`delete from lanes`.execute(context.db))

  const ref = (kind: 'webhook' | 'send' = 'webhook') => ({
    kind,
    workspaceId: newId(),
    targetId: newId(),
  })

  function logTo(lines: string[]): typeof context.log {
    const log = createLog('silent')
    const add = (_fields: object, text: string) => lines.push(text)
    return Object.assign(Object.create(log) as typeof log, { warn: add, info: add })
  }

  async function startWorker(work: LaneHandler['work'], options: TestWorkerOptions = {}) {
    const {
      kind = 'webhook',
      pollMs = 200,
      stopMs,
      pauseMs,
      takeOverMs,
      lines = [],
      ...rest
    } = options
    const worker = createLaneWorker(
      { ...context, log: logTo(lines) },
      {
        url,
        pollMs,
        sweepMs: 200,
        ...(stopMs !== undefined && { stopMs }),
        ...(pauseMs !== undefined && { pauseMs }),
        ...(takeOverMs !== undefined && { takeOverMs }),
        handlers: { [kind]: { slots: 8, leaseMs: 2_000, findDue: async () => [], work, ...rest } },
      },
    )
    await worker.start()
    after(() => worker.stop())
    return worker
  }

  const readLane = async (lane: { targetId: string }) =>
    context.db
      .selectFrom('lanes')
      .selectAll()
      .where('target_id', '=', lane.targetId)
      .executeTakeFirstOrThrow()

  return { context, url, ref, logTo, startWorker, readLane }
}
