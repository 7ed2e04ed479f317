/** A function to run at a time of the simulator's clock. */
export interface Job {
  dueAt: number
  run: () => void
  timer: NodeJS.Timeout | undefined
}

/** The simulator's time: the machine's plus an offset that can be set. Milliseconds since 1970. */
export interface Clock {
  now(): number
  offsetMs(): number
  advance(ms: number): void
  in(ms: number, run: () => void): Job
  cancel(job: Job | undefined): void
  clear(): void
}

const TIMER_MS_MAX = 2 ** 31 - 1

/**
 * Creates a clock that runs with the machine's. Advancing it runs the jobs that become due immediately, in order of
 * their times, and moves later jobs forward by the same amount.
 */
export function createClock(): Clock {
  const jobs = new Set<Job>()
  let offset = 0
  const now = () => Date.now() + offset

  function run(job: Job) {
    jobs.delete(job)
    clearTimeout(job.timer)
    job.run()
  }

  function arm(job: Job) {
    clearTimeout(job.timer)
    const waitMs = Math.min(Math.max(0, job.dueAt - now()), TIMER_MS_MAX)
    job.timer = setTimeout(() => (job.dueAt <= now() ? run(job) : arm(job)), waitMs)
  }

  return {
    now,
    offsetMs: () => offset,
    advance(ms) {
      offset += ms
      const due = [...jobs].filter(({ dueAt }) => dueAt <= now())
      for (const job of due.toSorted((a, b) => a.dueAt - b.dueAt)) if (jobs.has(job)) run(job)
      for (const job of jobs) arm(job)
    },
    in(ms, runIt) {
      const job: Job = { dueAt: now() + ms, run: runIt, timer: undefined }
      jobs.add(job)
      arm(job)
      return job
    },
    cancel(job) {
      if (!job || !jobs.delete(job)) return
      clearTimeout(job.timer)
    },
    clear() {
      for (const job of jobs) clearTimeout(job.timer)
      jobs.clear()
      offset = 0
    },
  }
}

/** Formats a time as RFC 3339. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

/** Converts a time to unix seconds, as the platform writes it into webhooks. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000)
}
