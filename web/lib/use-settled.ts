import { useEffect, useState } from 'react'

/** How long after the first paint the page fetches what nobody needs at once. */
const SETTLED_MS = 2500

/** Whether the page has been shown for a while, so that what comes next no longer holds anything up. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
