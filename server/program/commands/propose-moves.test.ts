import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeMoves } from './propose-moves.ts'

/** Creates servers from the loads of their workspaces, which have events in proportion. */
function serversOf(loads: Record<string, Record<string, number>>) {
  return Object.entries(loads).map(([name, workspaces]) => ({
    name,
    load: Object.values(workspaces).reduce((sum, load) => sum + load, 0),
    workspaces: Object.entries(workspaces).map(([slug, load]) => ({ slug, events: load * 1000 })),
  }))
}

test('the largest workspace with at most half of the difference moves from the busiest to the idlest server, then the next', () => {
  const servers = serversOf({
    main: { harbor: 0.5, tea: 0.3, lamp: 0.1 },
    b: { cups: 0.4 },
    c: { mill: 0.2 },
  })
  const proposals = proposeMoves(servers).map(({ load, ...each }) => {
    assert.ok(load > 0)
    return each
  })
  assert.deepEqual(proposals, [
    { workspace: 'tea', from: 'main', to: 'c' },
    { workspace: 'lamp', from: 'main', to: 'b' },
  ])
})

test('nothing is proposed for idle or similar servers, or when every workspace is too large or too small', () => {
  const tiny = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`tiny${n}`, 0.003]))
  for (const loads of [
    { main: { a: 0.05 }, b: {} },
    { main: { a: 0.5, b: 0.1 }, b: { c: 0.5 } },
    { main: { a: 0.9 }, b: { b: 0.1 } },
    { main: { a: 0.6, ...tiny }, b: {} },
    { main: { a: 0.9, b: 0.1 } },
  ])
    assert.deepEqual(proposeMoves(serversOf(loads as never)), [], JSON.stringify(loads))
})

test('following the proposals ends, moves no workspace twice, and leaves similar loads', () => {
  const homes: Record<string, Record<string, number>> = { main: {}, b: {}, c: {} }
  for (let index = 0; index < 60; index++) homes['main']![`w${index}`] = ((index * 7919) % 97) / 500
  const moved: string[] = []
  for (let round = proposeMoves(serversOf(homes)); round.length > 0;) {
    for (const { workspace, from, to } of round) {
      moved.push(workspace)
      homes[to]![workspace] = homes[from]![workspace]!
      delete homes[from]![workspace]
    }
    round = proposeMoves(serversOf(homes))
  }
  assert.equal(new Set(moved).size, moved.length)
  const loads = serversOf(homes).map(({ load }) => load)
  assert.ok(Math.min(...loads) > 0.7 * Math.max(...loads), loads.join(' '))
})
