import type { Event, ThinEvent } from './generated/models.ts'

/** An event of webhooks and of the event stream. Its `type` decides the type of its `data`. */
export type WebhookEvent = Event

/** An event of an endpoint whose `payload` is `thin`: only the id of its resource, and the path to read it. */
export type ThinWebhookEvent = ThinEvent

/** A type of event. */
export type EventType = Event['type']

/** The data of an event by its type. */
export type EventData = { [Type in EventType]: Extract<Event, { type: Type }>['data'] }
