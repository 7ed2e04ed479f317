import type { Answered, Doubled, Ledger } from '../crash/ledger.ts'

/** A failure and its time: from its beginning to that of the next one, in ms since 1970. */
export type Interval = { since: number; until: number }

/** The answers of an interval. Times are in ms: the longest that a caller waited, and the longest without a 2xx. */
export type Answers = {
  longestMs: number
  outageMs: number
  answered: number
  failed: number
  /** Failed requests by status; 0 for those without an answer. */
  statuses: Record<string, number>
  /** The first failed requests, with their times. */
  problems: string[]
}

const PROBLEMS_SHOWN = 10

function describe({ at, ms, problem }: Answered): string {
  return `${new Date(at).toISOString()} after ${Math.round(ms)} ms: ${problem}`
}

/** Returns whether a request was answered with 2xx since then. */
export function isGood({ at, ms, status }: Answered, since: number): boolean {
  return at + ms >= since && status !== undefined && status < 300
}

/** Measures the answers of an interval. */
export function measureAnswers(answers: Answered[], { since, until }: Interval): Answers {
  const all = answers.filter(({ at, ms }) => at + ms >= since && at + ms < until)
  const good = all.filter((each) => isGood(each, since))
  const times = [since, ...good.map(({ at, ms }) => at + ms).toSorted((a, b) => a - b), until]
  const gaps = times.slice(1).map((time, index) => time - times[index]!)
  const failed = all.filter(({ status }) => status === undefined || status >= 500)
  const statuses: Record<string, number> = {}
  for (const { status = 0 } of failed) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    longestMs: Math.round(Math.max(0, ...all.map(({ ms }) => ms))),
    outageMs: Math.round(Math.max(...gaps)),
    answered: good.length,
    failed: failed.length,
    statuses,
    problems: failed.slice(0, PROBLEMS_SHOWN).map(describe),
  }
}

/** Counts what of an interval was lost, and what arrived twice, with and without a permitted cause. */
export function countDamage(
  lost: Ledger['lost'],
  doubled: Doubled[],
  { since, until }: Interval,
): { lost: number; doubled: number; unexplained: number } {
  const isWithin = ({ at }: { at: number }) => at >= since && at < until
  const twice = doubled.filter(isWithin)
  return {
    lost: lost.filter(isWithin).length,
    doubled: twice.length,
    unexplained: twice.filter(({ cause }) => cause === undefined).length,
  }
}

const TICK_MS = 100

/** Notes when this process stood still: a machine without free CPU time says nothing about the product. */
export function watchStalls(): {
  longest: (interval: Interval) => number
  /** Lists the beginnings of the stalls of at least `ms`. */
  list: (ms: number) => number[]
  stop: () => void
} {
  const stalls: { at: number; ms: number }[] = []
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const ms = Math.round(now - last - TICK_MS)
    if (ms > TICK_MS) stalls.push({ at: Date.now(), ms })
    last = now
  }, TICK_MS)
  return {
    longest: ({ since, until }) =>
      Math.max(0, ...stalls.flatMap(({ at, ms }) => (at >= since && at - ms < until ? ms : []))),
    list: (least) => stalls.flatMap(({ at, ms }) => (ms >= least ? at - ms : [])),
    stop: () => clearInterval(timer),
  }
}
