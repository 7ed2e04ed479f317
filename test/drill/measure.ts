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
    longestMs: Math.round(all.reduce((most, { ms }) => Math.max(most, ms), 0)),
    outageMs: Math.round(gaps.reduce((most, ms) => Math.max(most, ms), 0)),
    answered: good.length,
    failed: failed.length,
    statuses,
    problems: failed.slice(0, PROBLEMS_SHOWN).map(describe),
  }
}

/**
 * What was accepted in an interval, and the damage to it. Messages that the platform accepted twice: `afterStatus` of which a
 * status was stored before, `excused` with a permitted cause, `unexplained` without one. `webhooks`: events that a receiver
 * got twice, and those without a permitted cause.
 */
export type Damage = {
  accepted: number
  lost: number
  afterStatus: number
  excused: number
  unexplained: number
  unconfirmed: number
  webhooks: number
  webhooksUnexplained: number
}

/** Counts the damage to what was accepted in an interval. */
export function countDamage(
  {
    entries,
    lost,
    resends,
    unconfirmed,
  }: Pick<Ledger, 'entries' | 'lost' | 'resends' | 'unconfirmed'>,
  duplicates: Doubled[],
  { since, until }: Interval,
): Damage {
  const isWithin = ({ at }: { at: number }) => at >= since && at < until
  const messages = resends.filter(isWithin)
  const webhooks = duplicates.filter(isWithin)
  const early = messages.filter(({ storedAt }) => storedAt !== undefined)
  const excused = messages.filter(({ cause }) => cause !== undefined)
  return {
    accepted: entries.filter((each) => each.state === 'promised' && isWithin(each)).length,
    lost: lost.filter(isWithin).length,
    afterStatus: early.length,
    excused: excused.length,
    unexplained: messages.length - early.length - excused.length,
    unconfirmed: unconfirmed.filter(isWithin).length,
    webhooks: webhooks.length,
    webhooksUnexplained: webhooks.filter(({ cause }) => cause === undefined).length,
  }
}

/** Returns the percentile `part` of how long callers waited for what they sent in an interval, in ms. */
export function readPercentile(
  answers: Answered[],
  part: number,
  { since, until }: Interval,
): number {
  const times = answers.flatMap(({ at, ms }) => (at >= since && at < until ? ms : []))
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? 0)
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
