import { useEffect, useRef } from 'react'
import { useLiveState } from './live.ts'

/** Calls `run` each time the live stream opens, including the first: data read before that may be outdated. */
export function useOnReconnect(run: () => void): void {
  const state = useLiveState()
  const before = useRef(state)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    if (before.current !== 'live' && state === 'live') latest.current()
    before.current = state
  }, [state])
}
