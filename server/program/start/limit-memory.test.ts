import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const path = join(import.meta.dirname, 'limit-memory.ts')

/**
 * Allocates objects until the space of new objects had time to grow and to become too large; prints the largest median of
 * its size, in MiB.
 */
const code = `
  const { limitMemory } = await import(process.argv[1])
  const { getHeapSpaceStatistics } = await import('node:v8')
  const limit = Number(process.argv[2])
  const [strainedMs, costlyMs] = process.argv.slice(3).map(Number)
  if (limit) limitMemory({ growingPercent: 70, newSpaceMiB: limit, busyNewSpaceMiB: 32, strainedMs, costlyMs })
  let kept = []
  const sizes = []
  const allocateFor = async (ms, isDone) => {
    const end = Date.now() + ms
    while (Date.now() < end && !isDone()) {
      for (let index = 0; index < 10_000; index++) kept.push({ index })
      if (kept.length > 100_000) kept = []
      const { space_size } = getHeapSpaceStatistics().find((each) => each.space_name === 'new_space')
      sizes.push(space_size / 2 ** 20)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  // V8 returns a part of the space between collections, and takes more for moments: no single size tells its limit. It may
  // also return half of the space at any time, which grows again a second later: so the largest median counts.
  let largest = 0
  const measure = () => {
    if (sizes.length < 200) return
    const median = sizes.splice(0).toSorted((a, b) => a - b)[100]
    largest = Math.max(largest, median)
  }
  await allocateFor(20_000, () => (measure(), largest > (strainedMs === Infinity && costlyMs === Infinity ? limit : 16) * 0.7))
  await allocateFor(2_500, () => (measure(), false))
  console.log(largest)`

const restarted = `
  const { allocateInOneArena } = await import(process.argv[1])
  console.log(process.pid)
  allocateInOneArena()
  console.log(process.env.MALLOC_ARENA_MAX, process.execArgv[0], process.argv.slice(2).join())`

const newSpaceMiB = async (...args: string[]) =>
  Number((await run(process.execPath, ['--input-type=module', '-e', code, path, ...args])).stdout)

test('the space of new objects grows under load up to its limit, and beyond it while collections cost CPU time', async () => {
  const NEVER = 'Infinity'
  const [small, large] = await Promise.all([
    newSpaceMiB('4', NEVER, NEVER),
    newSpaceMiB('8', NEVER, NEVER),
  ])
  const [strained, busy, unlimited] = await Promise.all([
    newSpaceMiB('8', '1', NEVER),
    newSpaceMiB('8', NEVER, '1'),
    newSpaceMiB(),
  ])
  assert.ok(small > 2.5 && small < 5.5, `${small} MiB of 4`)
  assert.ok(large > 5.5 && large < 11, `${large} MiB of 8`)
  assert.ok(strained > 11, `${strained} MiB of 8 while collections take long`)
  assert.ok(busy > 11, `${busy} MiB of 8 while collections cost CPU time`)
  assert.ok(unlimited > 11, `${unlimited} MiB without a limit`)
})

test('a program begins again in its process to use one arena, once and with its arguments', async (t) => {
  if (process.platform !== 'linux') return t.skip('only for glibc')
  const args = ['--input-type=module', '-e', restarted, path, 'a', 'b c']
  const { MALLOC_ARENA_MAX: _, ...env } = process.env
  const { stdout } = await run(process.execPath, args, { env })
  const [before, after, words] = stdout.trim().split('\n')
  assert.equal(after, before, 'the process stays the same')
  assert.equal(words, '1 --input-type=module a,b c')
  const { stdout: kept } = await run(process.execPath, args, {
    env: { ...env, MALLOC_ARENA_MAX: '4' },
  })
  assert.match(kept, /^\d+\n4 --input-type=module a,b c\n$/)
})
