/** Preloaded into each test process by `npm test -- --cpu`: appends at its end what it and its programs have used. */
import { appendFileSync } from 'node:fs'
import { readCpuMs } from './cpu-use.ts'

process.on('exit', () => {
  const { own, ended } = readCpuMs('self')
  const line = { file: process.argv[1], own, programs: ended }
  appendFileSync(process.env['TEST_CPU_FILE']!, `${JSON.stringify(line)}\n`)
})
