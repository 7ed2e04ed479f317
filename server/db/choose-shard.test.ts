import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastLoaded } from './choose-shard.ts'
import type { Candidate } from './choose-shard.ts'

const now = new Date('2026-03-14T09:00:00Z')

function candidate(
  shard: string,
  given: { workspaces: number; busy?: number; minutes?: number },
): Candidate {
  const { workspaces, busy = null, minutes } = given
  const at = minutes === undefined ? null : new Date(now.getTime() - minutes * 60_000)
  return { shard, workspaces, busy, measured_at: at }
}

test('a new workspace goes to the server with the least load, not to that with the fewest workspaces', () => {
  const shards = [
    candidate('main', { workspaces: 3, busy: 0.9, minutes: 4 }),
    candidate('b', { workspaces: 70, busy: 0.2, minutes: 2 }),
  ]
  assert.equal(leastLoaded(shards, now), 'b')
})

test('of servers with about the same load, the one with the fewest workspaces gets it', () => {
  const shards = [
    candidate('main', { workspaces: 9, busy: 0.5, minutes: 4 }),
    candidate('b', { workspaces: 8, busy: 0.53, minutes: 2 }),
  ]
  assert.equal(leastLoaded(shards, now), 'b')
})

test('a load of more than half an hour ago does not count, and its server is not chosen while others are measured', () => {
  const old = candidate('main', { workspaces: 1, busy: 0.1, minutes: 31 })
  const busy = candidate('b', { workspaces: 8, busy: 0.9, minutes: 2 })
  assert.equal(leastLoaded([old, busy], now), 'b')
  assert.equal(leastLoaded([old, { ...busy, measured_at: old.measured_at }], now), 'main')
})

test('a server that was never measured is new and has no load', () => {
  const busy = candidate('main', { workspaces: 1, busy: 0.9, minutes: 2 })
  assert.equal(leastLoaded([busy, candidate('b', { workspaces: 5 })], now), 'b')
})
