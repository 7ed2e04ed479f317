import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('a logged error shows its cause, and nothing that a library attached to it', () => {
  const script = `
    import { createLog } from '#lib/log.ts'
    const err = new Error('outer', { cause: Object.assign(new Error('inner'), { code: '57P01' }) })
    createLog('info').warn({ err: Object.assign(err, { client: { password: 'hunter2' } }) }, 'broke')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const { err, msg } = JSON.parse(stdout)
  assert.equal(msg, 'broke')
  assert.deepEqual([err.message, err.cause.message, err.cause.code], ['outer', 'inner', '57P01'])
  assert.doesNotMatch(stdout, /hunter2/)
})
