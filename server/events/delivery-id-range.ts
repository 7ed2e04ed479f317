/**
 * Returns the range of ids that deliveries of an event can have, as `eventCtes` computes them from the event's
 * id. It can contain deliveries of another event of the same millisecond, so compare `event_id` as well.
 */
export function deliveryIdRange(eventId: string): { first: string; last: string } {
  const prefix = eventId.toLowerCase().slice(0, 19)
  return { first: `${prefix}a000-000000000000`, last: `${prefix}afff-ffffffffffff` }
}
