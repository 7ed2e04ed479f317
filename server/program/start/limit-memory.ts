import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** From so many collections per second, a larger space of new objects saves CPU time. */
const BUSY = 10

/**
 * Limits the memory that the heap of this process takes: old objects are collected once the heap has grown by
 * `growingPercent` instead of up to 300 %, and the space of new objects stays small, but grows to `newSpaceMiB` under load
 * instead of 64. Costs some CPU time.
 *
 * Call it before the code of the parts is loaded, which makes the heap large. V8 fixes the largest size of the space of new
 * objects before any code runs, but reads the factor by which it grows each time.
 */
export function limitMemory({
  growingPercent,
  newSpaceMiB,
}: {
  growingPercent: number
  newSpaceMiB: number
}): void {
  const newSpaceMax = newSpaceMiB * 1024 * 1024
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
  setGrowthFactor(1)
  let collections = 0
  new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({
    entryTypes: ['gc'],
  })
  setInterval(() => {
    // V8 makes the space smaller when the process has nothing to do.
    if (collections >= BUSY && newSpaceSize() < newSpaceMax) growNewSpace(newSpaceMax)
    collections = 0
  }, 1_000).unref()
}

/**
 * Grows the space of new objects to `size`, in bytes. V8 grows it when many objects survive, so this keeps objects until
 * then. Nothing else runs meanwhile, so the space does not become larger than that.
 */
function growNewSpace(size: number): void {
  setGrowthFactor(2)
  const kept: unknown[] = []
  for (let chunk = 0; chunk < 1_000 && newSpaceSize() < size; chunk++)
    kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })))
  setGrowthFactor(1)
}

function newSpaceSize(): number {
  return getHeapSpaceStatistics().find((each) => each.space_name === 'new_space')?.space_size ?? 0
}

function setGrowthFactor(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
