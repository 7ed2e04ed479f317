/** Preloaded into each test process by `npm test -- --cpu`: appends at its end what it and its programs have used. */
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { readCpuMs } from './cpu-use.ts'

process.on('exit', () => {
  // The time of a thread is in its process's.
  if (!isMainThread) return
  const { own, ended } = readCpuMs('self')
  const line = { file: process.argv[1], own, programs: ended }
  appendFileSync(process.env['TEST_CPU_FILE']!, `${JSON.stringify(line)}\n`)
})
