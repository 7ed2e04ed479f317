/**
 * Wake-ups that reach the holder of a lane while it works. While `onWake` is set, the holder promises to read the
 * lane's rows again: a wake-up sets `isPending` and calls it. The holder clears `isPending` before it reads. What is
 * still pending at the end wakes the lane in the database.
 */
export type WakeUps = {
  isPending: boolean
  /** There was a wake-up that the database may not know of. */
  wasAccepted: boolean
  onWake: (() => void) | undefined
}

/** Creates the wake-ups of a lane that was just claimed. */
export function createWakeUps(): WakeUps {
  return { isPending: false, wasAccepted: false, onWake: undefined }
}

/** Passes a wake-up to the holder. Returns false if it promises nothing. */
export function acceptWakeUp(wakeUps: WakeUps): boolean {
  if (!wakeUps.onWake) return false
  wakeUps.isPending = wakeUps.wasAccepted = true
  wakeUps.onWake()
  return true
}
