import { createTestWorkspace } from '#test/factories.ts'
import { waitFor } from '#test/wait-for.ts'
import { startSink } from '../sink.ts'
import { createTenant } from '../tenant-operations.ts'
import { createBenchEndpoints } from '../workspace.ts'
import { addPoint } from './curve.ts'
import type { Curve, ScaleOptions } from './curve.ts'
import { startScaled } from './start-scaled.ts'

/** The deliveries that are measured at each count, at least: events are fewer with more endpoints. */
const DELIVERIES = 2_000

/** Measures a contact and its webhooks with more and more endpoints, for each delivery and for each event. */
export async function measureEndpoints({
  counts,
  times,
  settleSeconds,
}: ScaleOptions): Promise<Curve> {
  await using stack = new AsyncDisposableStack()
  const { database, operations, measure, readAtRest } = await startScaled(stack, settleSeconds)
  const sink = await startSink()
  stack.defer(sink.close)
  const curve: Curve = {}
  for (const count of counts) {
    const { scope } = await createTestWorkspace(database.context)
    const tenant = await createTenant(scope, 1)
    await createBenchEndpoints(scope, sink, 'ok', {
      count,
      events: ['contact.created'],
      maxInFlight: 20,
    })
    const atRest = await readAtRest()
    const events = Math.min(times, Math.ceil(DELIVERIES / count) + 5)
    let expected = sink.count('ok')
    const statements = await measure(
      async (each) => {
        await operations['contact']!(each)
        expected += count
        await waitFor(() => sink.count('ok') >= expected, {
          timeoutMs: 60_000,
          what: 'the webhooks of a contact',
        })
      },
      [tenant],
      { times: events, atRest },
    )
    addPoint(curve, 'a contact with its webhooks', { count, statements })
    const each = statements.map(({ text, calls, blocks }) => ({
      text,
      calls: calls / count,
      blocks: blocks / count,
    }))
    addPoint(curve, 'a contact with its webhooks, for each delivery', {
      count,
      statements: each,
      comparedFrom: 10,
    })
  }
  return curve
}
