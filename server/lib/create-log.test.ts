import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { readableLine } from './readable-line.ts'

test('a logged error shows its cause, and nothing that a library attached to it', () => {
  const script = `
    import { createLog } from '#lib/create-log.ts'
    const err = new Error('outer', { cause: Object.assign(new Error('inner'), { code: '57P01' }) })
    createLog('info').warn({ err: Object.assign(err, { client: { password: 'hunter2' } }) }, 'broke')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const { err, level, msg } = JSON.parse(stdout)
  assert.equal(msg, 'broke')
  assert.equal(level, 'warn')
  assert.deepEqual([err.message, err.cause.message, err.cause.code], ['outer', 'inner', '57P01'])
  assert.doesNotMatch(stdout, /hunter2/)
})

test('a line says its level by name, and is readable on a terminal', () => {
  const json = JSON.stringify({
    level: 'warn',
    time: '2026-11-28T10:20:30.000Z',
    shard: 'main',
    err: { message: 'broke', stack: 'Error: broke\n    at here' },
    msg: 'the shard is slow',
  })
  const line = stripVTControlCharacters(readableLine(json))
  assert.equal(line, '10:20:30 warn the shard is slow shard=main\nError: broke\n    at here\n')
  const info = JSON.stringify({ level: 'info', time: '2026-11-28T10:20:30.000Z', msg: 'ready' })
  assert.equal(stripVTControlCharacters(readableLine(info)), '10:20:30 ready\n')
})
