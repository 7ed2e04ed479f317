import { parseArgs } from 'node:util'

/**
 * The arguments of `npm test`. `changed` limits the run to the files that a change can affect; `base` is the branch
 * that the change started from. `cpu` lists the CPU time of each process, and
 * `busy` loops compete with the tests for it.
 */
export type RunArguments = {
  files: string[]
  changed: boolean
  cpu: boolean
  busy: number
  base?: string
  concurrency: number
  namePatterns?: string[]
  reporters: { name: string; destination: string }[]
}

/** Enough for two processors, as most files mostly wait: for processes, deadlines and pauses. */
const CONCURRENCY = 4

/** Reads the arguments; options are named as those of `node --test`. Throws a TypeError that names an unknown one. */
export function readArguments(args: string[]): RunArguments {
  const { values, positionals } = parseArgs({
    // `--changed` alone is `--changed=`, as an option's value is required.
    args: args.map((arg) => (arg === '--changed' ? '--changed=' : arg)),
    allowPositionals: true,
    options: {
      changed: { type: 'string' },
      cpu: { type: 'boolean', default: false },
      busy: { type: 'string', default: '0' },
      'test-concurrency': { type: 'string', default: String(CONCURRENCY) },
      'test-name-pattern': { type: 'string', multiple: true },
      'test-reporter': { type: 'string', multiple: true, default: ['spec'] },
      'test-reporter-destination': { type: 'string', multiple: true, default: [] },
    },
  })
  const namePatterns = values['test-name-pattern']
  return {
    files: positionals,
    changed: values.changed !== undefined,
    cpu: values.cpu,
    busy: Number(values.busy),
    ...(values.changed && { base: values.changed }),
    concurrency: Number(values['test-concurrency']),
    ...(namePatterns && { namePatterns }),
    reporters: values['test-reporter'].map((name, index) => ({
      name,
      destination: values['test-reporter-destination'][index] ?? 'stdout',
    })),
  }
}
