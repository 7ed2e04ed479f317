/**
 * The second process of a start, which `start-second-process.ts` forks: it runs the worker if all parts were started, and the simulator
 * of a demo. Its arguments are "worker" or nothing, its log level and its output.
 */
import { limitMemory } from './program/start/limit-memory.ts'

process.umask(0o077)
// A supervisor may signal all processes. The first one stops this one in order, after the last request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// The first process is gone, and so is an embedded database: whatever was in progress is found by the next start.
process.once('disconnect', () => process.exit(1))
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
limitMemory({ growingPercent: 30, newSpaceMiB: 8 })

const [part, logLevel = 'info', output] = process.argv.slice(2)
const { runSecondProcess } = await import('./run-second-process.ts')
runSecondProcess({
  runsWorker: part === 'worker',
  logLevel,
  output: output === 'stderr' ? 'stderr' : 'stdout',
})
