import { useEffect, useRef } from 'react'
import { hasRepeatedEvents, useLiveState } from './live.ts'

/**
 * Calls `run` each time the live stream opens and events may have been missed before. The first stream of a tab repeats
 * them, unless another tab holds it.
 */
export function useOnReconnect(run: () => void): void {
  const state = useLiveState()
  const before = useRef(state)
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const isCovered = before.current === 'connecting' && hasRepeatedEvents()
    if (before.current !== 'live' && state === 'live' && !isCovered) latest.current()
    before.current = state
  }, [state])
}
