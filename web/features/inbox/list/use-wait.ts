import { useTicking } from '../../../components/short-time.tsx'
import type { Chat } from '../data/types.ts'

/** A customer has waited long after this time; `CLOSING_MS` before the window for free-form messages ends, it is urgent. */
const LONG_MS = 3_600_000
const CLOSING_MS = 2 * 3_600_000

/** Returns how urgent an answer is; null if the customer does not wait. It is drawn again only when that changes. */
export function useWait({
  waiting_since: since,
  window_expires_at: ends,
}: Chat): 'short' | 'long' | 'closing' | null {
  return useTicking(() => {
    if (since === null) return null
    const now = Date.now()
    const left = ends === null ? Infinity : Date.parse(ends) - now
    if (left > 0 && left < CLOSING_MS) return 'closing'
    return now - Date.parse(since) > LONG_MS ? 'long' : 'short'
  })
}
