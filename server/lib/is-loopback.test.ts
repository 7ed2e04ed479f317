import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopback } from './is-loopback.ts'

test('only addresses that other hosts cannot reach are loopback', () => {
  for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.equal(isLoopback(host), true, host)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '::ffff:10.0.0.1', 'db.example.com', '127.evil'])
    assert.equal(isLoopback(host), false, host)
})
