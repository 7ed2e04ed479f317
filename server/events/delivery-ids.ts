/**
 * The ids that deliveries of an event can have, first and last: what `eventCtes` makes of the event's id. Ids
 * of another event of the same millisecond may fall among them: compare `event_id` too.
 */
export function deliveryIdRange(eventId: string): { first: string; last: string } {
  const prefix = eventId.toLowerCase().slice(0, 19)
  return { first: `${prefix}a000-000000000000`, last: `${prefix}afff-ffffffffffff` }
}
