import { useEffect, useState } from 'react'

/** Milliseconds after the first render until code that is not needed yet is loaded. */
const SETTLED_MS = 2500

/** Returns whether the page has been shown long enough that loading more code delays nothing. */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSettled
}
