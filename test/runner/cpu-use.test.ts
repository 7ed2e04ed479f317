import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { listCpuUse, readTreeMs } from './cpu-use.ts'

test('the CPU time of processes is listed, the most first, with its sum', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cpu-')), 'cpu.jsonl')
  appendFileSync(path, `${JSON.stringify({ file: '/a/short.test.ts', own: 900, programs: 0 })}\n`)
  appendFileSync(path, `${JSON.stringify({ file: '/a/long.test.ts', own: 500, programs: 1500 })}\n`)
  assert.deepEqual(listCpuUse(path, { PostgreSQL: 1000 }).slice(1), [
    '     0.5     1.5  long.test.ts',
    '     1.0     0.0  PostgreSQL',
    '     0.9     0.0  short.test.ts',
    '     3.9  in all',
  ])
})

const skip = process.platform !== 'linux' && 'only Linux shows it'

test('the CPU time of a running process includes its children', { skip }, async () => {
  const spin = 'const end = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < end);'
  const child = spawn('sh', ['-c', `"$0" -e "${spin}"; echo done; read line`, process.execPath])
  await once(child.stdout, 'data')
  assert.ok(readTreeMs(child.pid!) >= 200)
  child.stdin.end('\n')
  await once(child, 'close')
})
