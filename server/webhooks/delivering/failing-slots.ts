/** Slots of a process that turns of failing endpoints may take. */
export type FailingSlots = {
  /** Takes a slot; returns false if none is free. */
  take: () => boolean
  release: () => void
}

/** Allows failing endpoints half of `slots`, so that a healthy endpoint always finds a free one. */
export function createFailingSlots(slots: number): FailingSlots {
  let taken = 0
  return {
    take() {
      if (taken >= slots / 2) return false
      taken++
      return true
    },
    release() {
      taken--
    },
  }
}
