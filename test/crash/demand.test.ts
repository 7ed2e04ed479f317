import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demandKills, demandWork } from './demand.ts'
import type { Entry, WorkKind } from './ledger.ts'
import type { Kill } from './part.ts'

const kinds: WorkKind[] = ['send', 'contact', 'ticket', 'inbound', 'form']
const answered = (count: number, of = kinds): Pick<Entry, 'kind' | 'state'>[] =>
  Array.from({ length: count }, (_, index) => ({ kind: of[index % of.length]!, state: 'promised' }))
const part = (name: string, times: number) => ({
  name,
  kills: Array.from({ length: times }, (): Kill => ({ name, at: 1 })),
})

test('a run without enough answered work fails', () => {
  assert.deepEqual(demandWork(answered(50), 5), [])
  assert.equal(demandWork(answered(49), 5).length, 1)
  assert.equal(demandWork([], 5).length, 6)
  const asked = answered(50).map((each) => ({ ...each, state: 'asked' as const }))
  assert.equal(demandWork(asked, 5).length, 6)
  assert.match(demandWork(answered(50, kinds.slice(1)), 5).join(), /kind send/)
})

test('a run in which a round killed nothing fails', () => {
  assert.deepEqual(demandKills([part('api', 1), part('worker', 1)], 2, false), [])
  assert.equal(demandKills([part('api', 2), part('session', 0)], 2, false).length, 1)
  assert.equal(demandKills([part('api', 1), part('session', 0)], 2, false).length, 2)
  assert.deepEqual(demandKills([part('worker', 2), part('worker 2', 0)], 2, true), [])
})
