/** What a figure of a mail counts: a name that `reportWords` has a text for. */
export type FigureLabel =
  | 'inbound'
  | 'outbound'
  | 'failed'
  | 'started'
  | 'answered'
  | 'waiting'
  | 'first_response'
  | 'closed'
  | 'resolution'
  | 'replies'
  | 'handled'
  | 'handed_over'
  | 'timed_out'
  | 'taken_over'
  | 'held'
  | 'created'
  | 'solved'
  | 'solving'
  | 'open'
  | 'overdue'
  | 'first_response_met'
  | 'first_response_breached'
  | 'next_response_met'
  | 'next_response_breached'
  | 'resolution_met'
  | 'resolution_breached'
  | 'leads'
  | 'messages'
  | 'free'
  | 'unpriced'
  | 'cost'
  | 'asked'
  | 'average'
  | 'satisfied'
  | 'succeeded'
  | 'pending'
  | 'success_rate'

/** A figure of a report in a mail; null: nothing was measured. With a `name`, it is that of a member, team, channel or tag. */
export type ReportFigure = {
  label: FigureLabel
  unit: 'count' | 'number' | 'seconds' | 'share' | 'money'
  value: number | null
  name?: string
  /** The figure of the period before. */
  before?: number
  currency?: string
}

/** Returns counts of a report as figures, each with its own name as label. */
export function countsOf<Name extends FigureLabel>(
  totals: Record<Name, number>,
  names: readonly Name[],
): ReportFigure[] {
  return names.map((label) => ({ label, unit: 'count', value: totals[label] }))
}
