import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import type { Figure } from './figure.ts'

/**
 * The place and time of a measurement. `load` is the load average of the last 5 minutes at its end. `commit` is null
 * without a history of the repository.
 */
export type Circumstances = {
  startedAt: string
  seconds: number
  commit: string | null
  machine: { processor: string; cores: number; memoryGiB: number; system: string; node: string }
  load: number
}

/** The result of a benchmark as it is kept. */
export type KeptResult = Circumstances & { figures: Figure[] }

/** Writes the result of benchmark `name` into the JSON file at `path`, beside those of other benchmarks. */
export async function keepResult(
  path: string,
  name: string,
  { startedAt, figures }: { startedAt: Date; figures: Figure[] },
): Promise<void> {
  const others = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Record<
    string,
    KeptResult
  >
  const result: KeptResult = { ...circumstancesSince(startedAt), figures }
  const sorted = Object.entries({ ...others, [name]: result }).toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  await writeFile(path, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`)
}

/** Returns the circumstances of what was measured from `startedAt` until now. */
export function circumstancesSince(startedAt: Date): Circumstances {
  return {
    startedAt: startedAt.toISOString(),
    seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
    commit: readCommit(),
    machine: {
      processor: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      system: `${type()} ${release()} ${arch()}`,
      node: process.version,
    },
    load: Math.round(loadavg()[1]! * 10) / 10,
  }
}

function readCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
