import { createRing } from '../ring.ts'
import type { Ring } from '../ring.ts'
import type { Verdict } from './check-signature.ts'

/** A webhook that arrived, as the page shows it. */
export interface Arrival {
  id: string
  at: string
  verdict: Verdict
  event_type: string | null
  delivery_id: string | null
  attempt: string | null
  signature: string | null
  body: string
}

/** An integrator's server: its secret, and the webhooks that arrived. */
export interface Receiver {
  secret: string | null
  arrivals: Ring<Arrival>
}

/** Returns a receiver that knows no secret and has seen nothing. */
export function createReceiver(): Receiver {
  return { secret: null, arrivals: createRing(200, 8 * 1024 * 1024) }
}
