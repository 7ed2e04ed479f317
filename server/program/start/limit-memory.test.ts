import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const path = join(import.meta.dirname, 'limit-memory.ts')

/** Allocates objects until the space of new objects had time to grow; prints its size in MiB. */
const code = `
  const { limitMemory } = await import(process.argv[1])
  const { getHeapSpaceStatistics } = await import('node:v8')
  if (process.argv[2]) limitMemory({ growingPercent: 70, newSpaceMiB: Number(process.argv[2]) })
  let kept = []
  const sizeOf = () => getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size / 2 ** 20
  const deadline = Date.now() + 20_000
  while (Date.now() < deadline && sizeOf() < (Number(process.argv[2]) || 16)) {
    for (let index = 0; index < 10_000; index++) kept.push({ index })
    if (kept.length > 100_000) kept = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let turn = 0; turn < 100; turn++) for (let index = 0; index < 10_000; index++) kept.push({ index })
  console.log(Math.round(sizeOf()))`

const newSpaceMiB = async (...args: string[]) =>
  Number((await run(process.execPath, ['--input-type=module', '-e', code, path, ...args])).stdout)

test('the space of new objects grows under load, but only up to its limit', async () => {
  assert.equal(await newSpaceMiB('4'), 4)
  assert.equal(await newSpaceMiB('8'), 8)
  assert.ok((await newSpaceMiB()) >= 16, 'it grows without a limit')
})
