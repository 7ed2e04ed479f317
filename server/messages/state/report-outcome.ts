/** Outcome of recording a status or an update. `parked` until its message is known. */
export type ReportOutcome = { result: 'recorded' | 'repeated' | 'parked'; messageId: string | null }
