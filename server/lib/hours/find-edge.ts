/**
 * Returns the instant at which a period of a date opens or closes, in milliseconds since 1970. `time` is `HH:MM`, or 24:00.
 *
 * When clocks skip the time, the edge is at the change. When they show it twice, an opening is at the first, a closing at the second.
 */
export function findEdge(
  date: Temporal.PlainDate,
  time: string,
  timeZone: string,
  edge: 'opening' | 'closing',
): number {
  const local =
    time === '24:00'
      ? date.add({ days: 1 }).toPlainDateTime()
      : date.toPlainDateTime(Temporal.PlainTime.from(time))
  const disambiguation = edge === 'opening' ? 'earlier' : 'later'
  const found = local.toZonedDateTime(timeZone, { disambiguation })
  if (found.toPlainDateTime().equals(local)) return found.epochMilliseconds
  const before = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.epochMilliseconds ?? found.epochMilliseconds
}
