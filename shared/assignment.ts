/** Every way in which a team chooses who gets a conversation: whoever has waited longest for one, or whoever has fewest open ones. */
export const ASSIGNMENT_METHODS = ['round_robin', 'least_busy'] as const

/** The way in which a team chooses who gets a conversation. */
export type AssignmentMethod = (typeof ASSIGNMENT_METHODS)[number]

/** Every reason for which a conversation goes to a member by itself; `sticky`: they answered its customer last. */
const ASSIGNMENT_REASONS = ['sticky', ...ASSIGNMENT_METHODS, 'taken'] as const

/** The reason for which a conversation goes to a member. `taken`: they took the oldest of their team. */
export type AssignmentReason = (typeof ASSIGNMENT_REASONS)[number]

/** Every reason for which a conversation waits in the queue of its team. */
export const WAIT_REASONS = ['nobody_available', 'all_at_capacity', 'no_skill'] as const

/** The reason for which a conversation waits: nobody is online, all who are have enough, or none of them has its skills. */
export type WaitReason = (typeof WAIT_REASONS)[number]

/** The assignment of a team that has just switched it on. */
export const ASSIGNMENT_DEFAULTS = {
  capacity: null,
  sticky_days: 7,
  relax_minutes: null,
  hand_back_minutes: null,
} as const

/** Largest capacity, most days for which a conversation goes to who answered it last, and most minutes of a delay. */
export const ASSIGNMENT_MAX = { capacity: 1_000, days: 365, minutes: 10_080, skills: 50 } as const
