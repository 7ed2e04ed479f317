import { startTransition, useOptimistic } from 'react'

/**
 * Returns `value` with the changes that are being saved, and a function that saves one. A change is shown within the event
 * that makes it: a checkbox that waits for the query client's own update is drawn unchecked in between, and a second
 * click meanwhile would be computed from the old value. Changes are shown until all of them have ended; `save` stores the
 * result in the query before it ends, and reports its errors.
 */
export function useOptimisticChange<Value extends object | undefined>(
  value: Value,
  save: (change: Partial<NonNullable<Value>>) => Promise<unknown>,
): [Value, (change: Partial<NonNullable<Value>>) => void] {
  const [shown, show] = useOptimistic(
    value,
    (before: Value, change: Partial<NonNullable<Value>>): Value =>
      before && { ...before, ...change },
  )
  return [
    shown,
    (change) =>
      startTransition(async () => {
        show(change)
        await save(change).catch(() => undefined)
      }),
  ]
}
