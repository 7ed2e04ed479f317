/**
 * Wake-ups that reach the holder of a lane while it works. While `onWake` is set, the holder promises to read the
 * lane's rows again: a wake-up sets `isPending` and calls it. The holder clears `isPending` before it reads. If one is
 * still pending when the work ends, the lane is due again at once. A wake-up that hands over its work calls `onHanded` instead: if
 * that returns true, the holder has taken it and need not read the rows for it.
 */
export type WakeUps = {
  isPending: boolean
  /** There was a wake-up that the database may not know of. */
  wasAccepted: boolean
  onWake: (() => void) | undefined
  onHanded: ((handed: unknown) => boolean) | undefined
}

/** Creates the wake-ups of a lane that was just claimed. */
export function createWakeUps(): WakeUps {
  return { isPending: false, wasAccepted: false, onWake: undefined, onHanded: undefined }
}

/** Passes a wake-up to the holder. Returns false if it promises nothing. */
export function acceptWakeUp(wakeUps: WakeUps, handed?: unknown): boolean {
  if (!wakeUps.onWake) return false
  wakeUps.wasAccepted = true
  if (handed !== undefined && wakeUps.onHanded?.(handed)) return true
  wakeUps.isPending = true
  wakeUps.onWake()
  return true
}
