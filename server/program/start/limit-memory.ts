import { performance, PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { present } from '#lib/present.ts'

const MIB = 1024 * 1024
/** From so many collections per second, a larger space of new objects saves CPU time. */
const BUSY = 10
/** The limits while collections take very long. */
const STRAINED = { growingPercent: 100, newSpaceMiB: 32 }

/**
 * Limits the memory that the heap of this process takes: old objects are collected once the heap has grown by
 * `growingPercent` instead of up to 300 %, and the space of new objects stays small, but grows to `newSpaceMiB` under load
 * instead of 64, and to `busyNewSpaceMiB` while collections cost CPU time. While they take a large part of it, both limits are higher.
 *
 * From `costlyMs` and `strainedMs` of collections in a second, CPU time is worth more than memory. Time in which other processes had the
 * processor does not count, so a busy machine does not make the process larger.
 *
 * Call it before the code of the parts is loaded, which makes the heap large. V8 fixes the largest size of the space of new
 * objects before any code runs, but reads the factor by which it grows each time.
 */
export function limitMemory({
  growingPercent,
  newSpaceMiB,
  busyNewSpaceMiB = newSpaceMiB,
  costlyMs = 50,
  strainedMs = 150,
}: {
  growingPercent: number
  newSpaceMiB: number
  busyNewSpaceMiB?: number
  costlyMs?: number
  strainedMs?: number
}): void {
  const usual = { growingPercent, newSpaceMiB }
  const busy = { growingPercent, newSpaceMiB: busyNewSpaceMiB }
  setFlagsFromString(`--heap-growing-percent=${growingPercent}`)
  setGrowthFactor(1)
  let collections = 0
  let spentMs = 0
  let sizes: number[] = []
  let loop = performance.eventLoopUtilization()
  let cpu = process.threadCpuUsage()
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      collections++
      spentMs += duration
    }
    sizes.push(newSpace().space_size)
  }).observe({ entryTypes: ['gc'] })
  setInterval(() => {
    // V8 takes more for moments, returns a part between collections, and most of it when the process has nothing to do.
    const size = sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0
    const { active } = performance.eventLoopUtilization(loop)
    const { user, system } = process.threadCpuUsage(cpu)
    // A collection can only be measured by the clock; the thread ran for this part of the time in which it had work.
    const ranPart = Math.min(1, (user + system) / 1_000 / active)
    const costMs = spentMs * ranPart
    const limits = costMs >= strainedMs ? STRAINED : costMs >= costlyMs ? busy : usual
    loop = performance.eventLoopUtilization()
    cpu = process.threadCpuUsage()
    setFlagsFromString(`--heap-growing-percent=${limits.growingPercent}`)
    if (collections >= BUSY && size < limits.newSpaceMiB * MIB * 0.7) doubleNewSpace()
    collections = 0
    spentMs = 0
    sizes = []
  }, 1_000).unref()
}

/**
 * Runs this program again in the same process, with one arena of memory for all threads, unless that is set already. By default, glibc
 * gives each thread of Node its own arena and returns little of them, which took 25 MB. It reads the setting only when a
 * program begins. Call it before anything else; it returns if there is nothing to do. Source: mallopt(3), MALLOC_ARENA_MAX.
 */
export function allocateInOneArena(): void {
  // oxlint-disable-next-line parley/env-only-in-config -- a setting of glibc, and all variables are passed on as they are
  const { env } = process
  // With a channel to its parent, the process could not begin again: Node has taken it out of the environment.
  if (process.platform !== 'linux' || env['MALLOC_ARENA_MAX'] || process.channel) return
  const args = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...env, MALLOC_ARENA_MAX: '1' })
}

/**
 * Lets the space of new objects double once. V8 does so in a collection that many objects survive, so this keeps objects
 * until the next collection. Nothing else runs until then.
 */
function doubleNewSpace(): void {
  setGrowthFactor(2)
  const kept: unknown[] = []
  let used = 0
  for (let chunk = 0; chunk < 1_000; chunk++) {
    kept.push(Array.from({ length: 500 }, (_, index) => ({ index })))
    const { space_used_size: now } = newSpace()
    if (now < used) break
    used = now
  }
  setGrowthFactor(1)
}

function newSpace() {
  return present(getHeapSpaceStatistics().find((each) => each.space_name === 'new_space'))
}

function setGrowthFactor(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
