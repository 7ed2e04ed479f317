import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { queryClient, refetchMissed } from './query-client.ts'

test('data that changes while it is read for the first time is read again', async (t) => {
  t.after(() => queryClient.clear())
  const held = Promise.withResolvers<void>()
  let value = 'before'
  let reads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['thing'],
    queryFn: async () => {
      const read = value
      reads++
      if (reads === 1) await held.promise
      return read
    },
  })
  t.after(observer.subscribe(() => undefined))
  value = 'after'
  const invalidated = queryClient.invalidateQueries({ queryKey: ['thing'] })
  held.resolve()
  await invalidated
  assert.equal(observer.getCurrentResult().data, 'after')
  assert.equal(reads, 2)
})

test('a read is repeated while its failure can pass, and not before Retry-After', async (t) => {
  t.after(() => queryClient.clear())
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const refused = new ParleyError({ code: 'rate_limited', request_id: 'a' }, 429, 5_000)
  const missing = new ParleyError({ code: 'person_not_found', request_id: 'b' }, 404)
  const failures: Error[] = [refused, new ConnectionError('gone'), missing]
  let reads = 0
  const read = new QueryObserver(queryClient, {
    queryKey: ['refused'],
    queryFn: async () => {
      throw failures[reads++]!
    },
  })
  t.after(read.subscribe(() => undefined))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  await settle()
  t.mock.timers.tick(4_999)
  await settle()
  assert.equal(reads, 1)
  t.mock.timers.tick(5_500)
  await settle()
  assert.equal(reads, 2)
  t.mock.timers.tick(8_000)
  await settle()
  t.mock.timers.tick(60_000)
  await settle()
  assert.equal(reads, 3)
  assert.equal(read.getCurrentResult().error, missing)
})

test('everything that failed or can have changed without the connection is read again, however long it counts as fresh', async (t) => {
  t.after(() => queryClient.clear())
  const reads: string[] = []
  let isAway = true
  const observe = (name: string, isFollowed: boolean, needsServer: boolean) => {
    const observer = new QueryObserver(queryClient, {
      queryKey: [name],
      queryFn: async () => {
        reads.push(name)
        if (isAway && needsServer) throw new Error('away')
        return name
      },
      staleTime: Infinity,
      meta: { isFollowed },
    })
    t.after(observer.subscribe(() => undefined))
    return observer
  }
  const failed = observe('failed', true, true)
  observe('followed', true, false)
  observe('other', false, false)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(failed.getCurrentResult().status, 'error')
  isAway = false
  reads.length = 0
  refetchMissed()
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(reads.toSorted(), ['failed', 'other'])
  assert.equal(failed.getCurrentResult().data, 'failed')
})
