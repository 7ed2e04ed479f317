import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { readWakeNotice, writeWakeNotice } from './write-wake-notice.ts'

const lanes = (count: number) =>
  Array.from({ length: count }, () => ({ kind: 'templates' as const, targetId: newId() }))

test('a notification names its process and the lanes', () => {
  const [from, woken] = [newId(), lanes(3)]
  assert.deepEqual(readWakeNotice(writeWakeNotice(from, woken)), { from, lanes: woken })
})

test('a notification of many lanes names none, so that it keeps to the limit of PostgreSQL', () => {
  const from = newId()
  assert.ok(writeWakeNotice(from, lanes(140)).length < 8_000)
  assert.deepEqual(readWakeNotice(writeWakeNotice(from, lanes(141))), { from, lanes: undefined })
})

test('a notification of an older release names no lanes', () => {
  assert.deepEqual(readWakeNotice(''), { from: '', lanes: undefined })
  assert.deepEqual(readWakeNotice(), { from: '', lanes: undefined })
})
