import type { Scope } from '#db/context.ts'
import { continueIn, readCause, writeCause } from '#lib/cause.ts'
import { isTracing, startWork } from '#lib/tracing/start-span.ts'
import type { PendingPayload } from './pending-payload.ts'

/**
 * Runs `run` with payloads whose causes continue in a span of their processing. Payloads that are processed together have a span each, in
 * the trace of the request that brought the payload.
 */
export async function tracePayloads<P extends PendingPayload, T>(
  { workspaceId }: Scope,
  payloads: P[],
  run: (payloads: P[]) => Promise<T>,
): Promise<T> {
  if (!isTracing()) return run(payloads)
  const spans = payloads.map(({ id, platform, cause, attempts }) => {
    const { requestId, traceparent } = readCause(cause) ?? {}
    return startWork(`process ${platform}`, {
      kind: 'consumer',
      parent: traceparent,
      attributes: {
        'parley.workspace_id': workspaceId,
        'parley.request_id': requestId,
        'parley.payload.id': id,
        'parley.payload.platform': platform,
        'parley.attempt': attempts + 1,
        'parley.batch.size': payloads.length,
      },
    })
  })
  const traced = payloads.map((payload, index) => ({
    ...payload,
    cause: writeCause(continueIn(readCause(payload.cause), spans[index])),
  }))
  try {
    const result = await run(traced)
    for (const span of spans) span?.end()
    return result
  } catch (err) {
    for (const span of spans) span?.end({}, err instanceof Error ? err.name : 'error')
    throw err
  }
}
