/** Outcome of recording a status or an update. A `parked` one waits for its message, which is not known yet. */
export type ReportOutcome = { result: 'recorded' | 'repeated' | 'parked'; messageId: string | null }
