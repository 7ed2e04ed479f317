import { readFileSync } from 'node:fs'
import type { Interval } from './measure.ts'

const SAMPLE_MS = 2_000

/** Samples the resident memory of processes until `stop`. It knows nothing where there is no /proc. */
export function watchMemory(processes: () => { name: string; pid: number }[]): {
  /** Returns the most memory of one process within the interval, in MB. */
  most: (interval: Interval) => { name: string; mb: number } | undefined
  stop: () => void
} {
  const samples: { at: number; name: string; mb: number }[] = []
  const timer = setInterval(() => {
    const at = Date.now()
    for (const { name, pid } of processes()) {
      const mb = readResident(pid)
      if (mb !== undefined) samples.push({ at, name, mb })
    }
  }, SAMPLE_MS)
  return {
    most: ({ since, until }) =>
      samples
        .filter(({ at }) => at >= since && at < until)
        .toSorted((a, b) => b.mb - a.mb)
        .at(0),
    stop: () => clearInterval(timer),
  }
}

function readResident(pid: number): number | undefined {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024)
  } catch {
    return undefined
  }
}
