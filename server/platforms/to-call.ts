import { CALL_WORDS } from '#shared/calls.ts'
import type { CallOutcome } from '#shared/calls.ts'
import { toRecord } from './to-storable.ts'

/**
 * One report about a call. `key` names its kind, such as `connect`; of several reports with the same key the first one
 * counts. `startedAt` is when it was answered; times are RFC 3339.
 */
export type CallReport = {
  key: string
  at: string
  status?: string | undefined
  started_at?: string | undefined
  ended_at?: string | undefined
  duration_seconds?: number | undefined
  details?: Record<string, unknown> | undefined
}

/** A call as the content of its message shows it: the state that all reports together mean, and the reports. */
type Call = {
  direction: 'inbound' | 'outbound'
  outcome: CallOutcome
  duration_seconds: number | null
  answered_at: string | null
  reports: CallReport[]
}

/** Reports that come after a call, and do not move it. */
const LATER_KEYS = new Set(['call_recording_available', 'call_transcription_available'])

/** Computes a call from its reports, in whatever order they arrived. A call that was answered has a start time. */
export function toCall(direction: Call['direction'], reports: CallReport[]): Call {
  const first = new Map(reports.toReversed().map((report) => [report.key, report]))
  const kept = [...first.values()].toSorted(
    (a, b) => a.at.localeCompare(b.at) || a.key.localeCompare(b.key),
  )
  const end = first.get('terminate')
  const duration = kept.find((each) => each.duration_seconds !== undefined)?.duration_seconds
  const answeredAt = kept.find((each) => each.started_at !== undefined)?.started_at
  const isAnswered = answeredAt !== undefined || (duration ?? 0) > 0
  const isRejected = first.has('rejected') || end?.status?.toUpperCase() === 'REJECTED'
  return {
    direction,
    outcome: end
      ? isAnswered
        ? 'answered'
        : isRejected
          ? 'rejected'
          : direction === 'inbound'
            ? 'missed'
            : 'unanswered'
      : isRejected
        ? 'rejected'
        : first.has('accepted') || isAnswered
          ? 'in_progress'
          : 'ringing',
    duration_seconds: isAnswered ? (duration ?? null) : null,
    answered_at: answeredAt ?? null,
    reports: kept,
  }
}

/** Returns when the last report about a call's course was made. */
export function callTime({ reports }: Call): Date {
  const times = reports.filter(({ key }) => !LATER_KEYS.has(key)).map(({ at }) => Date.parse(at))
  return new Date(Math.max(...(times.length > 0 ? times : reports.map(({ at }) => Date.parse(at)))))
}

/** Returns the words by which a call is found and listed; the web app translates them. */
export function callText({ outcome, direction, duration_seconds: seconds }: Call): string {
  if (outcome === 'answered')
    return seconds === null ? CALL_WORDS.answered : `${CALL_WORDS.answered} (${toClock(seconds)})`
  if (outcome === 'ringing' || outcome === 'in_progress')
    return direction === 'inbound' ? CALL_WORDS.incoming : CALL_WORDS.outgoing
  return CALL_WORDS[outcome]
}

/** Reads the call of a message's content; undefined when it has none. */
export function readCall(content: unknown): Call | undefined {
  const call = toRecord(toRecord(content)['call'])
  return Array.isArray(call['reports']) ? (call as unknown as Call) : undefined
}

function toClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}
