/** Every status of a webhook delivery. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

/** A status of a webhook delivery. */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** Every outcome of an event, the gravest first: the gravest of its deliveries decides. */
export const EVENT_OUTCOMES = ['failed', 'pending', 'delivered', 'cancelled', 'not_sent'] as const

/** An outcome of an event. */
export type EventOutcomeName = (typeof EVENT_OUTCOMES)[number]

/** Every kind of delivery that a replay can select; `missing` selects events without a delivery to the endpoint. */
export const REPLAYED_STATUSES = ['failed', 'cancelled', 'succeeded', 'missing'] as const

/** A kind of delivery that a replay can select. */
export type ReplayedStatus = (typeof REPLAYED_STATUSES)[number]

/** Every status of a replay. */
export const REPLAY_STATUSES = ['running', 'paused', 'completed', 'cancelled'] as const

/** A status of a replay. */
export type ReplayStatus = (typeof REPLAY_STATUSES)[number]
