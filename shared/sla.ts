/** Every metric of an SLA: the answer to a customer's first message of a round, the answers to later ones, and the close of the round. */
export const SLA_METRICS = ['first_response', 'next_response', 'resolution'] as const

/** A metric of an SLA. */
export type SlaMetric = (typeof SLA_METRICS)[number]

/** Every state of a target. `not_needed`: the conversation was closed first; `canceled`: its policy was deleted. */
export const SLA_STATES = [
  'running',
  'paused',
  'met',
  'breached',
  'not_needed',
  'canceled',
] as const

/** The state of a target. */
export type SlaState = (typeof SLA_STATES)[number]

/** Every state of a conversation with which the time of a resolution can pause. */
export const SLA_PAUSES = ['snoozed', 'waiting_for_customer'] as const

/** A state of a conversation with which the time of a resolution pauses. */
type SlaPause = (typeof SLA_PAUSES)[number]

/** Every clock of a policy: the business hours of the conversation's team, or all hours. */
export const SLA_CLOCKS = ['business', 'wall'] as const

/** The clock of a policy. */
type SlaClock = (typeof SLA_CLOCKS)[number]

/** Everybody whom a policy can notify of warnings and breaches. `supervisors`: the supervisors of the conversation's team. */
export const SLA_RECIPIENTS = ['assignee', 'supervisors'] as const

/** Whom a policy notifies. */
export type SlaRecipient = (typeof SLA_RECIPIENTS)[number]

/** Every urgency by which conversations can be listed: no warning yet, after the warning, and after the due time. */
export const SLA_URGENCIES = ['on_time', 'at_risk', 'breached'] as const

/** The urgency of a conversation. */
export type SlaUrgency = (typeof SLA_URGENCIES)[number]

/** The terms of a version of a policy, by which the targets of a round are computed. */
export type SlaTerms = {
  clock: SlaClock
  /** The states with which the time of a resolution pauses. Answers never pause. */
  pauses: readonly SlaPause[]
  /** The target of each metric in minutes; null: none. */
  targets: Readonly<Record<SlaMetric, number | null>>
  /** The part of a target after which a warning is due, in percent; null: never. */
  warning_percent: number | null
}

/** Which conversations a policy is for: those with one of the values of each list. An empty list allows any. */
export type SlaConditions = {
  team_ids: readonly string[]
  channel_ids: readonly string[]
  tag_ids: readonly string[]
}

/** Longest name, in characters, longest target, in minutes, most values of a condition, and most policies of a workspace. */
export const SLA_MAX = { name: 80, minutes: 525_600, values: 100, count: 50 } as const
