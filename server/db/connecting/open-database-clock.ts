import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Clock } from '#lib/clock.ts'
import { firstOf } from '#lib/first-of.ts'
import { withinMs } from '#lib/time-budget.ts'

/** The clocks of this machine, in milliseconds: the time of day, and a clock that is never set. */
type MachineClock = { wall: () => number; monotonic: () => number }

const machineClock: MachineClock = { wall: () => Date.now(), monotonic: () => performance.now() }

/** A clock that follows the database's. `stop` ends its measurements. */
type DatabaseClock = Clock & { measure: () => Promise<void>; stop: () => void }

/** The time limit of a measurement, the time between two, and until the next one after a failure. */
const TIMES_MS = { query: 5_000, pause: 60_000, retry: 5_000 }

/** Clocks of two processes differ by up to the shortest round trip of their measurements. */
const MEASUREMENTS_AT_START = 8

/** The machine's clock was set, or the machine slept, when its two clocks differ by more than this. */
const JUMP_MS = 1_000

/** Corrections up to this size never set the clock back: it stands still until its time is reached. */
const STEP_MS = 2_000

/** A larger difference between the clocks of machine and database is reported. */
export const CLOCK_DIFFERENCE_MS_MAX = 2_000

/**
 * Creates a clock that shows the time of the database, because what is due is stored by several processes and compared
 * by others. The database is asked at the start and every minute; in between, the monotonic clock of the machine counts.
 *
 * A measurement only says that the database's time was between two limits. The clock is moved to the nearer limit if it
 * is outside of them, so that clocks which agree are never changed.
 *
 * @throws if the database does not respond at the start
 */
export async function openDatabaseClock(
  context: Pick<Context, 'db' | 'log'>,
  machine: MachineClock = machineClock,
): Promise<DatabaseClock> {
  /** The time of the database, and both clocks of the machine at the same moment. */
  let base = { time: machine.wall(), wall: machine.wall(), monotonic: machine.monotonic() }
  let shown = -Infinity
  let reported = 0
  let measuring: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const estimate = (monotonic: number) => base.time + monotonic - base.monotonic

  async function ask(): Promise<void> {
    const sentAt = machine.monotonic()
    const { rows } = await withinMs(TIMES_MS.query, () =>
      sql<{ ms: number }>`
        select extract(epoch from clock_timestamp())::float8 * 1000 as ms`.execute(context.db),
    )
    const tookMs = machine.monotonic() - sentAt
    const earliest = firstOf(rows).ms
    const time = Math.min(Math.max(estimate(machine.monotonic()), earliest), earliest + tookMs)
    base = { time, wall: machine.wall(), monotonic: machine.monotonic() }
    report(Math.round(base.wall - time))
  }

  function report(aheadMs: number): void {
    if (Math.abs(aheadMs - reported) < CLOCK_DIFFERENCE_MS_MAX / 2) return
    const isLarge = Math.abs(aheadMs) > CLOCK_DIFFERENCE_MS_MAX
    if (isLarge)
      context.log.warn(
        { ahead_ms: aheadMs },
        `the clock of this machine differs from the database's, whose time is used: synchronize both with a time server`,
      )
    else if (reported !== 0)
      context.log.info({ ahead_ms: aheadMs }, `the clock of this machine is correct again`)
    reported = isLarge ? aheadMs : 0
  }

  function measure(): Promise<void> {
    measuring ??= ask().finally(() => (measuring = undefined))
    return measuring
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(() => measureAgain(), ms).unref()
  }

  function measureAgain(): void {
    measure().then(
      () => schedule(TIMES_MS.pause),
      (err: unknown) => {
        if (isStopped) return
        context.log.warn({ err }, "the database's clock could not be read")
        schedule(TIMES_MS.retry)
      },
    )
  }

  /** Notices that the machine slept, which its monotonic clock does not count, or that its clock was set. */
  function followJump(wall: number, monotonic: number): void {
    const jumpMs = wall - base.wall - (monotonic - base.monotonic)
    if (Math.abs(jumpMs) < JUMP_MS) return
    base = { time: estimate(monotonic) + Math.max(0, jumpMs), wall, monotonic }
    if (!isStopped) measureAgain()
  }

  // The first measurement may include the time to connect, which leaves wide limits; the shortest one counts.
  for (let count = 0; count < MEASUREMENTS_AT_START; count++) await measure()
  schedule(TIMES_MS.pause)
  return {
    now() {
      // Every id asks for the time, so each clock is read once.
      const monotonic = machine.monotonic()
      followJump(machine.wall(), monotonic)
      const time = Math.floor(estimate(monotonic))
      shown = shown - time > STEP_MS ? time : Math.max(shown, time)
      return new Date(shown)
    },
    measure,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
