import { fork } from 'node:child_process'
import { join } from 'node:path'
import { waitFor } from '#test/wait-for.ts'
import type { SinkOrder, SinkReport } from './sink-process.ts'

/**
 * A receiver of webhooks in its own process. The path of the URL selects its behaviour: `ok` answers 200, `watched`
 * too and reports when which message arrived, `after/250` answers after 250 ms, `hang` never, `refuse` answers 503,
 * and `flaky` answers 503 to every tenth request.
 */
export type Sink = {
  /**
   * Returns an address of the sink; another `index` gives another host of the loopback network, thus other
   * connections.
   */
  url: (path: string, index?: number) => string
  /** Requests so far whose path starts with `kind`, about 20 ms ago. */
  count: (kind: string) => number
  /** When each message arrived at `watched`, in ms since 1970, once per endpoint, since the last `forget`. */
  arrivals: Map<string, number[]>
  forget: () => void
  /** Whether `hang` hangs; otherwise it answers 503 immediately, also to requests that hang already. */
  hang: (isHanging: boolean) => void
  close: () => Promise<void>
}

/** Starts a sink on a free port of every loopback address. */
export async function startSink(): Promise<Sink> {
  const child = fork(join(import.meta.dirname, 'sink-process.ts'))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const counts = new Map<string, number>()
  const arrivals = new Map<string, number[]>()
  let port = 0
  child.on('message', (report: SinkReport) => {
    port = report.port
    for (const [kind, count] of Object.entries(report.counts)) counts.set(kind, count)
    for (const [id, at] of report.arrivals) {
      const known = arrivals.get(id)
      if (known) known.push(at)
      else arrivals.set(id, [at])
    }
  })
  const tell = (order: SinkOrder) => void child.send(order)
  await waitFor(() => port, { what: 'the sink' })
  return {
    url: (path, index = 0) =>
      `http://127.${1 + (index >> 14)}.${(index >> 7) & 127}.${1 + (index & 127)}:${port}/${path}`,
    count: (kind) => counts.get(kind) ?? 0,
    arrivals,
    forget: () => arrivals.clear(),
    hang: (isHanging) => tell({ isHanging }),
    async close() {
      child.disconnect()
      await exited
    },
  }
}
