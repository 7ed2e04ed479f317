import type { Figure } from './figure.ts'
import { benchAccepted } from './ingest/accepted.ts'
import { benchBatch } from './ingest/batch.ts'
import { benchBurst } from './ingest/burst.ts'
import { benchVisible } from './ingest/visible.ts'
import type { BenchOptions } from './options.ts'

const cases: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  accepted: benchAccepted,
  visible: benchVisible,
  burst: benchBurst,
  batch: benchBatch,
}

/**
 * Measures inbound payloads: durable acceptance against a bare handler, the time from 200 to the conversation, a
 * sustained burst, and the largest batch. Options: `--cases burst,batch`, and those of each case, in its own file.
 */
export async function benchIngest(options: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const name of (options['cases'] ?? Object.keys(cases).join()).split(',')) {
    const run = cases[name]
    if (!run) throw new Error(`--cases takes ${Object.keys(cases).join(', ')}.`)
    figures.push(...(await run(options)))
  }
  return figures
}
