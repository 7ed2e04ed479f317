/** Rows of `readiness_checks`, which each check deletes in the transaction that inserts them. */
export type ReadinessChecks = { filler: string }
