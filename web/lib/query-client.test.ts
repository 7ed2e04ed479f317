import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

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
