import { CHANNEL_TYPES } from './channel-types.ts'

/** Every source of inbound payloads: the platforms and forms. */
export const PAYLOAD_PLATFORMS = [...CHANNEL_TYPES, 'form'] as const

/** Every status of an inbound payload. */
export const PAYLOAD_STATUSES = ['pending', 'processed', 'failed', 'unrouted'] as const

/** A status of an inbound payload. */
export type PayloadStatus = (typeof PAYLOAD_STATUSES)[number]

/** Every result that processing an item of a payload can have. */
export const ITEM_RESULTS = ['recorded', 'repeated', 'parked', 'kept', 'failed', 'split'] as const
