/** Every availability of a member, the one who answers soonest first. */
export const AVAILABILITIES = ['online', 'away', 'offline'] as const

/** Whether a member answers customers now. */
export type Availability = (typeof AVAILABILITIES)[number]

/** Every reason for an availability, the one that decides before others first. */
export const AVAILABILITY_CAUSES = ['by_hand', 'schedule', 'activity'] as const

/** The reason for an availability: it was set by hand, the working hours of the member decide, or whether they have the app open. */
export type AvailabilityCause = (typeof AVAILABILITY_CAUSES)[number]

/** How long a member without an open app stays online, in milliseconds. */
export const OFFLINE_AFTER_MS = 5 * 60_000

/** The longest time for which an availability can be set, in milliseconds. */
export const AVAILABILITY_MS_MAX = 366 * 86_400_000
