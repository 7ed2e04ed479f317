import { useEffect, useState } from 'react'

/** Returns `value` once it has not changed for `ms`. An empty text is returned immediately. */
export function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === '') return setSettled('')
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
