/**
 * Loaded into a worker before its program (`--import`): measures how long the worker's own work keeps its event loop busy at a
 * time. It counts the CPU of the thread, so that other programs of the machine hardly change the result. At SIGUSR2, prints how long
 * an arrival waits since the last time, as a line of JSON: `{"loop_wait_ms":1.2}`, which few arrivals exceed.
 */
import { LOOP_WAIT_SHARE, waitExceededBy } from './loop-wait.ts'

const SAMPLE_MS = 1

let stretches: number[] = []
let since = performance.now()
let last = cpuOfThread()

setInterval(() => {
  const now = cpuOfThread()
  stretches.push(now - last)
  last = now
}, SAMPLE_MS).unref()

process.on('SIGUSR2', () => {
  const wait = waitExceededBy(LOOP_WAIT_SHARE, stretches, performance.now() - since)
  process.stdout.write(`${JSON.stringify({ loop_wait_ms: Number(wait.toFixed(2)) })}\n`)
  stretches = []
  since = performance.now()
  last = cpuOfThread()
})

/** Returns the CPU that the main thread has used, in ms. */
function cpuOfThread(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
