/** Slots for work of which only some may run at the same time. */
type Slots = { run: <R>(work: () => Promise<R>) => Promise<R> }

/** Creates `count` slots. Work that finds none free waits for one, in the order of the calls. */
export function createSlots(count: number): Slots {
  let free = count
  const waiting: (() => void)[] = []
  return {
    async run(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
