import { AggregatorRegistry } from 'prom-client'
import type { ProcessMetrics } from './second-message.ts'

/** The metrics of a process that is restarted under the same name. */
type MetricsMemory = {
  update: (metrics: ProcessMetrics) => void
  /** Its metrics that were read last, and what all processes before it had counted. */
  read: () => Promise<ProcessMetrics[]>
  /** Keeps what the process had counted, which has ended. */
  end: () => void
}

/** Creates the memory of metrics that are read from another process: what it counted never becomes less when it is restarted. */
export function createMetricsMemory(): MetricsMemory {
  let counted: ProcessMetrics[] = []
  let last: ProcessMetrics = []
  return {
    update(metrics) {
      last = metrics
    },
    async read() {
      if (counted.length > 1)
        counted = [await AggregatorRegistry.aggregate(counted).getMetricsAsJSON()]
      return [...counted, last]
    },
    end() {
      const counts = last.filter(({ type }) => COUNTING.has(String(type)))
      if (counts.length > 0) counted = [...counted, counts]
      last = []
    },
  }
}

const COUNTING = new Set(['counter', 'histogram'])
