import type { Cause } from '#lib/cause.ts'
import type { EventType } from '#shared/event-types.ts'

/** An event to record. `cause` is the request that caused it, by default the one of the caller. */
export type NewEvent = { type: EventType; data: unknown; cause?: Cause | undefined }
