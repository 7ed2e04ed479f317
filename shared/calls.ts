/** What came of a call. `ringing` and `in_progress` are not final; `unanswered` is a call of the business. */
export type CallOutcome =
  | 'ringing'
  | 'in_progress'
  | 'answered'
  | 'missed'
  | 'unanswered'
  | 'rejected'

/** The English words of a call without a length, by which it is searched. */
export const CALL_WORDS = {
  incoming: 'Incoming call',
  outgoing: 'Outgoing call',
  answered: 'Call',
  missed: 'Missed call',
  unanswered: 'Unanswered call',
  rejected: 'Declined call',
} as const

/** Returns the name of a call's words and its length in seconds; undefined for other words. */
export function readCallWords(
  text: string,
): { name: keyof typeof CALL_WORDS; seconds: number | null } | undefined {
  const [, words, minutes, seconds] = /^(.*?)(?: \((\d+):(\d\d)\))?$/.exec(text) ?? []
  const found = Object.entries(CALL_WORDS).find(([, each]) => each === words)
  return (
    found && {
      name: found[0] as keyof typeof CALL_WORDS,
      seconds: minutes === undefined ? null : Number(minutes) * 60 + Number(seconds),
    }
  )
}
