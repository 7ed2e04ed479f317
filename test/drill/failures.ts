/**
 * A failure of the drill. `what` is its line in `--help`. `lateMs` bounds how late something that ingest stored is processed
 * and reaches a browser and a receiver.
 */
type Plan = {
  what: string
  lateMs: number
  /** No caller waits for longer, by default `ANSWER_MS`; Infinity where the failure is that processes have no CPU time. */
  answerMs?: number
  /** No time without an answer is longer. */
  outageMs?: number
  /** No request fails. */
  isSmooth?: boolean
  /** It happens once, whatever `--rounds` says. */
  isOnce?: boolean
  /** It takes so long that it only happens when it is named. */
  isOnDemand?: boolean
}

/** The longest wait of a caller, in ms. */
export const ANSWER_MS = 8_000

/** How late something may be processed and shown while every process runs, in ms. */
const SOON_MS = 10_000

/** How long a worker's lease and the backlog behind it may delay something, in ms. */
const LEASE_MS = 30_000

export const FREEZE_MS = 20_000
export const LONG_HOLE_MS = 75_000
export const AWAY_MS = 70_000
export const AWAY_LONG_MS = 600_000
export const STARVED_MS = 90_000

const frozen = { lateMs: FREEZE_MS + LEASE_MS }

/** The failures of a drill, in this order: the previous release runs before the upgrade, and after the promotion the replica is the database. */
const PLANS = {
  upgrade: {
    what: 'every process is replaced by one of this tree, back, and forward again, under the load of the last release',
    lateMs: SOON_MS,
    isSmooth: true,
    isOnce: true,
  },
  kill: { what: 'PostgreSQL is killed and restarts', lateMs: LEASE_MS },
  freeze: { what: 'all processes of PostgreSQL stand still for 20 s', ...frozen },
  'backend freeze': { what: 'its sessions stand still for 20 s, new ones work', ...frozen },
  'slow database': { what: 'each answer of the database takes 2.5 s longer, for 20 s', ...frozen },
  'one-way loss': {
    what: 'requests reach the database, its answers are lost, for 15 s',
    ...frozen,
  },
  'black hole': {
    what: 'open connections to the database lose everything for ever, new ones work',
    lateMs: LEASE_MS,
    outageMs: 15_000,
  },
  'long black hole': {
    what: 'all connections lose everything for 75 s, longer than a lease, while sends wait for their answer',
    lateMs: LONG_HOLE_MS + LEASE_MS,
    outageMs: LONG_HOLE_MS + 15_000,
  },
  'worker kill': { what: 'a worker is killed and restarts', lateMs: LEASE_MS },
  'worker freeze': { what: 'a worker stands still for 20 s', ...frozen },
  'workers away': {
    what: 'both workers are killed while the platform has messages that they do not know of, and are away for 70 s',
    lateMs: AWAY_MS + 2 * LEASE_MS,
  },
  'workers away long': {
    what: 'the same for 10 minutes',
    lateMs: AWAY_LONG_MS + 120_000,
    isOnDemand: true,
  },
  'api freeze': {
    what: 'an API process stands still for 20 s',
    ...frozen,
    answerMs: FREEZE_MS + ANSWER_MS,
  },
  'ingest freeze': {
    what: 'the ingest process stands still for 20 s',
    ...frozen,
    answerMs: FREEZE_MS + ANSWER_MS,
  },
  starvation: {
    what: 'every process gets a tenth of a core, in pieces, beside busy loops, for 90 s',
    lateMs: STARVED_MS + 2 * LEASE_MS,
    answerMs: Infinity,
  },
  'locked workspace': {
    what: 'the counter row of one workspace is locked for 30 s; callers of the other wait no longer than before',
    lateMs: SOON_MS,
  },
  'platform reset': {
    what: 'the platform accepts each message and resets the connection, for 15 s',
    lateMs: SOON_MS,
  },
  'unordered statuses': {
    what: 'statuses come before the answer, within it, late, twice and in another order, for 20 s',
    lateMs: SOON_MS,
  },
  'full disk': { what: 'the disk of PostgreSQL is full for 10 s', ...frozen },
  promotion: {
    what: 'the replica is promoted',
    lateMs: LEASE_MS,
    outageMs: 15_000,
    isOnce: true,
  },
  'rolling restart': {
    what: 'every process is replaced, one after the other',
    lateMs: SOON_MS,
    isSmooth: true,
  },
  'pooler restart': { what: 'PgBouncer restarts', lateMs: LEASE_MS },
} as const satisfies Record<string, Plan>

/** The name of a failure. */
export type Failure = keyof typeof PLANS

/** The names of all failures, in their order. */
export const FAILURES = Object.keys(PLANS) as Failure[]

/** Returns the plan of a failure. */
export function planOf(failure: Failure): Plan {
  return PLANS[failure]
}

/** Returns the failures that `names` choose, in their order: without names, all that need no name. `-` stands for a space. */
export function chooseFailures(names: string[]): Failure[] {
  const wanted = names.map((name) => name.replaceAll('-', ' ').toLowerCase())
  const isWanted = (failure: Failure) => wanted.includes(failure.replaceAll('-', ' '))
  const unknown = wanted.find(
    (name) => !FAILURES.some((each) => each.replaceAll('-', ' ') === name),
  )
  if (unknown !== undefined)
    throw new Error(`The failure must be one of: ${FAILURES.join(', ')}; not ${unknown}.`)
  return FAILURES.filter((each) => (names.length === 0 ? !planOf(each).isOnDemand : isWanted(each)))
}
