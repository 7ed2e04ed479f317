import { writeFile } from 'node:fs/promises'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'
import { toFigures } from './scale/curve.ts'
import type { Curve, ScaleOptions } from './scale/curve.ts'
import { measureEndpoints } from './scale/over-endpoints.ts'
import { measureMessages } from './scale/over-messages.ts'
import { measureWorkspaces } from './scale/over-workspaces.ts'

const CURVES: Record<string, (options: ScaleOptions) => Promise<Curve>> = {
  workspaces: measureWorkspaces,
  messages: measureMessages,
  endpoints: measureEndpoints,
}
const COUNTS: Record<string, string> = {
  workspaces: '1,1000,10000,100000',
  messages: '1000,10000,100000,1000000',
  endpoints: '1,10,100,1000',
}

/**
 * The blocks of 8 kB that an operation reads in PostgreSQL, from the request to the end of the worker's part, beside 1 to 100,000
 * workspaces, in workspaces with 1,000 to 1,000,000 messages, and with 1 to 1,000 endpoints. Blocks do not depend on what else the
 * machine does. Options: `--only` of workspaces, messages, endpoints; `--workspaces`, `--messages` and `--endpoints` are the
 * counts, split by commas; `--times` of an operation (100);
 * `--settle` is how many seconds the product runs before (320, so that its hourly work is over); `--out FILE` writes the blocks of each statement as JSON.
 */
export async function benchScale(options: BenchOptions): Promise<Figure[]> {
  const only = options['only']?.split(',')
  const curves: Record<string, Curve> = {}
  for (const [name, measure] of Object.entries(CURVES)) {
    if (only && !only.includes(name)) continue
    const counts = (options[name] ?? COUNTS[name]!).split(',').map(Number)
    const settleSeconds = options['settle'] === undefined ? undefined : Number(options['settle'])
    curves[name] = await measure({
      counts,
      times: numberOption(options, 'times', 100),
      settleSeconds,
    })
  }
  if (options['out']) await writeFile(options['out'], `${JSON.stringify(curves, null, 2)}\n`)
  return Object.entries(curves).flatMap(([name, curve]) => toFigures(name, curve))
}
