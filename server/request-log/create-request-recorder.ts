import type { Context } from '#db/context.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { firstOf } from '#lib/first-of.ts'
import { TimeBudget, withTimeBudget } from '#lib/time-budget.ts'
import { LOGGED_PER_SECOND } from '#shared/request-log.ts'
import { insertRequests } from './insert-requests.ts'
import type { LoggedRequest } from './logged-request.ts'
import { requestLogDropped } from '#lib/metrics.ts'

const FLUSH_MS = 1_000
/** The most requests that wait to be written. */
const QUEUE_MAX = 5_000
/** The most requests of one statement. */
const BATCH = 500
/** How long a flush may take before its requests are dropped. */
const WRITE_MS = 5_000

/** What decides whether a request is recorded. */
type Recordable = Pick<LoggedRequest, 'workspaceId' | 'status'>

/**
 * The writer of the request log. `record` never waits, and calls `toLogged` only for a request that it keeps, because most
 * of a busy key's requests are dropped. `keepsBodies` returns whether bodies are to be recorded: it is known
 * from the last flush with a request of the workspace, so recording begins with the first request that comes about a
 * second after one, and ends at once.
 */
type RequestRecorder = {
  record: (request: Recordable, toLogged: () => LoggedRequest) => void
  keepsBodies: (workspaceId: string) => boolean
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Creates the writer of the request log. It gathers requests in memory and inserts them every second. It drops requests,
 * and counts them, when more arrive than it may write, and when the database cannot be written: a request never waits for
 * the log. Of each workspace it keeps at most `LOGGED_PER_SECOND` successful requests per second.
 */
export function createRequestRecorder(
  context: Context,
  { flushMs = FLUSH_MS }: { flushMs?: number } = {},
): RequestRecorder {
  let queue: LoggedRequest[] = []
  let successes = new Map<string, number>()
  const keeping = new Set<string>()
  let flushing: Promise<void> | undefined

  function mayRecord({ workspaceId, status }: Recordable): boolean {
    if (queue.length >= QUEUE_MAX) return false
    if (status >= 400) return true
    const count = successes.get(workspaceId) ?? 0
    if (count >= LOGGED_PER_SECOND) return false
    successes.set(workspaceId, count + 1)
    return true
  }

  async function write(requests: LoggedRequest[]): Promise<void> {
    const found = await findKeeping(context, requests)
    for (const { workspaceId } of requests)
      if (found.has(workspaceId)) keeping.add(workspaceId)
      else keeping.delete(workspaceId)
    const allowed = requests.map((each) =>
      keeping.has(each.workspaceId) ? each : { ...each, bodies: null },
    )
    const byServer = Map.groupBy(
      await Promise.all(
        allowed.map(async (request) => ({
          request,
          there: await inWorkspace(context, request.workspaceId),
        })),
      ),
      ({ there }) => there.db,
    )
    for (const group of byServer.values())
      for (let start = 0; start < group.length; start += BATCH) {
        const batch = group.slice(start, start + BATCH)
        const requests = batch.map(({ request }) => request)
        await insertRequests(firstOf(batch).there, requests)
      }
  }

  async function flushOnce(): Promise<void> {
    successes = new Map()
    const requests = queue
    queue = []
    if (requests.length === 0) return
    try {
      await withTimeBudget(new TimeBudget(WRITE_MS), () => write(requests))
    } catch (err) {
      requestLogDropped.inc(requests.length)
      context.log.warn({ err, count: requests.length }, 'requests were not logged')
    }
  }

  const flush = () =>
    (flushing ??= flushOnce().finally(() => {
      flushing = undefined
    }))
  // One timer for all requests: a timer of a request would carry its time budget.
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    record(request, toLogged) {
      if (mayRecord(request)) queue.push(toLogged())
      else requestLogDropped.inc()
    },
    keepsBodies: (workspaceId) => keeping.has(workspaceId),
    async flush() {
      await flushing
      await flush()
    },
    async close() {
      clearInterval(timer)
      await flushing
      await flush()
    },
  }
}

/** Returns those of the workspaces of `requests` that record bodies. */
async function findKeeping(
  context: Pick<Context, 'directory'>,
  requests: LoggedRequest[],
): Promise<Set<string>> {
  const ids = [...new Set(requests.map(({ workspaceId }) => workspaceId))]
  const rows = await context.directory
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', ids)
    .where('record_request_bodies', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
