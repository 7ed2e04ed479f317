/** The source of the current time, which tests can replace. */
export type Clock = { now: () => Date }

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() }
