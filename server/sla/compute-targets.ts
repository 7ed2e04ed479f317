import type { SlaMetric, SlaState, SlaTerms } from '#shared/sla.ts'
import { createStopwatch } from './create-stopwatch.ts'
import type { Reading } from './create-stopwatch.ts'
import { WALL_TIME } from './running-time.ts'
import type { RunningTime } from './running-time.ts'

const MINUTE_MS = 60_000

/**
 * A fact about a round, at a time in milliseconds since 1970. `answer`: a person's message was accepted by the platform; `open`: a snoozed
 * conversation opened; `team`: it went to a team, null for none; `close`: `isByPerson` if no program closed it.
 */
export type SlaFact = { at: number } & (
  | { kind: 'customer' | 'answer' | 'snooze' | 'open' }
  | { kind: 'team'; teamId: string | null }
  | { kind: 'close'; isByPerson: boolean }
)

/** A round of a conversation: from its creation or reopening to its close. */
export type SlaRound = {
  terms: SlaTerms
  startedAt: number
  /** When the policy was applied, if that was not at the start of the round: no clock runs before. */
  appliedAt: number | null
  /** Whether the round began by reopening: its resolution then starts with it, otherwise with the customer's first message. */
  isReopened: boolean
  /** The team at the start. */
  teamId: string | null
  /** What has happened since, in the order of time. */
  facts: readonly SlaFact[]
}

/** A target as it is after the last fact. `number` counts those of a metric in a round. `endedAt`: when it was met or ended otherwise. */
export type SlaTarget = Reading & {
  metric: SlaMetric
  number: number
  startedAt: number
  state: SlaState
  endedAt: number | null
}

/**
 * Computes the targets of a round from its facts. `timeOf` returns the business hours of a team, or of the workspace for null. Equal facts
 * give equal targets, so a message that failed later is simply not among them.
 */
export function computeTargets(
  round: SlaRound,
  timeOf: (teamId: string | null) => RunningTime,
): SlaTarget[] {
  const { terms, appliedAt } = round
  const targets = createTargets(round)
  let teamId = round.teamId
  const time = () => (terms.clock === 'wall' ? WALL_TIME : timeOf(teamId))
  let isSnoozed = false
  /** Whether a person answered what the customer wrote last. */
  let isAnswered = false
  let hasAsked = false
  const isPaused = () =>
    (isSnoozed && terms.pauses.includes('snoozed')) ||
    (isAnswered && terms.pauses.includes('waiting_for_customer'))
  const startResolution = (at: number) => {
    if (targets.has('resolution')) return
    targets.open('resolution', at)
    if (!isPaused()) targets.run('resolution', at, time())
  }
  if (round.isReopened) startResolution(clip(round.startedAt, appliedAt))
  for (const fact of round.facts) {
    const at = clip(fact.at, appliedAt)
    const isBefore = appliedAt !== null && fact.at < appliedAt
    switch (fact.kind) {
      case 'customer': {
        startResolution(at)
        const metric = hasAsked ? 'next_response' : 'first_response'
        if (!targets.isWaiting()) {
          targets.open(metric, at)
          targets.run(metric, at, time())
        }
        hasAsked = true
        isAnswered = false
        break
      }
      case 'answer':
        isAnswered = true
        if (isBefore) targets.drop()
        else targets.answer(at)
        break
      case 'snooze':
        isSnoozed = true
        break
      case 'open':
        isSnoozed = false
        break
      case 'team':
        teamId = fact.teamId
        targets.restart(at, time())
        break
      case 'close':
        targets.close(at, fact.isByPerson)
    }
    targets.pauseResolution(at, isPaused(), time())
  }
  return targets.all()
}

function clip(at: number, appliedAt: number | null): number {
  return appliedAt === null ? at : Math.max(at, appliedAt)
}

type Open = Pick<SlaTarget, 'metric' | 'number' | 'startedAt'> & {
  watch: ReturnType<typeof createStopwatch>
}

/** Creates the targets of a round, of which at most one response and one resolution are open. */
function createTargets({ terms }: SlaRound) {
  const ended: SlaTarget[] = []
  const counts = new Map<SlaMetric, number>()
  let response: Open | 'untimed' | undefined
  let resolution: Open | 'untimed' | undefined
  const openOnes = () => [response, resolution].filter((each) => typeof each === 'object')

  function open(metric: SlaMetric, at: number): void {
    const minutes = terms.targets[metric]
    const number = (counts.get(metric) ?? 0) + 1
    counts.set(metric, number)
    const watch =
      minutes === null ? undefined : createStopwatch(minutes * MINUTE_MS, terms.warning_percent)
    const made = watch ? { metric, number, startedAt: at, watch } : 'untimed'
    if (metric === 'resolution') resolution = made
    else response = made
  }

  function end({ watch, ...target }: Open, at: number, state: SlaState): void {
    const reading = watch.end(at)
    ended.push({
      ...target,
      ...reading,
      state: reading.breachedAt === null ? state : 'breached',
      endedAt: at,
    })
  }

  return {
    open,
    has: (metric: SlaMetric) => counts.has(metric),
    /** Returns whether the customer waits for an answer that is timed, or would be. */
    isWaiting: () => response !== undefined,
    run(metric: SlaMetric, at: number, time: RunningTime): void {
      const target = metric === 'resolution' ? resolution : response
      if (typeof target === 'object') target.watch.start(at, time)
    },
    pauseResolution(at: number, isPaused: boolean, time: RunningTime): void {
      if (typeof resolution !== 'object' || resolution.watch.isRunning() !== isPaused) return
      if (isPaused) resolution.watch.stop(at)
      else resolution.watch.start(at, time)
    },
    restart(at: number, time: RunningTime): void {
      for (const { watch } of openOnes()) if (watch.isRunning()) watch.start(at, time)
    },
    answer(at: number): void {
      if (typeof response === 'object') end(response, at, 'met')
      response = undefined
    },
    /** Forgets a response that was given before the policy was applied. */
    drop(): void {
      response = undefined
    },
    close(at: number, isByPerson: boolean): void {
      if (typeof response === 'object')
        end(response, at, isByPerson && response.metric === 'next_response' ? 'met' : 'not_needed')
      if (typeof resolution === 'object') end(resolution, at, 'met')
      response = undefined
      resolution = 'untimed'
    },
    all(): SlaTarget[] {
      const running = openOnes().map(({ watch, ...target }): SlaTarget => {
        const reading = watch.read()
        const state =
          reading.breachedAt !== null ? 'breached' : watch.isRunning() ? 'running' : 'paused'
        return { ...target, ...reading, state, endedAt: null }
      })
      return [...ended, ...running]
    },
  }
}
