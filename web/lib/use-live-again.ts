import { useEffect, useRef } from 'react'
import { useLiveState } from './live.ts'

/** Calls `run` once the stream is open, the first time too: what was read before it may be of before. */
export function useLiveAgain(run: () => void): void {
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
