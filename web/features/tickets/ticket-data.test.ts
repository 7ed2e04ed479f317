import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { TICKET_CHANGES, TICKETS } from '../../lib/tickets.ts'
import type { Ticket, TicketList } from '../../lib/tickets.ts'
import { ticketQuery, updateCachedTickets, withPendingChanges } from './ticket-data.ts'

const OLD = '2026-03-01T10:00:00.000Z'
const NEW = '2026-03-01T10:00:05.000Z'
const ticket = (id: string, title: string, updatedAt: string) =>
  ({ id, title, updated_at: updatedAt }) as Ticket

test('a bulk change of many tickets updates those in the cache, and adds none to it', () => {
  const queries = new QueryClient()
  const list = [...TICKETS, {}]
  const shown = [ticket('a', 'old', OLD), ticket('b', 'newer', NEW)]
  queries.setQueryData(list, { pages: [{ data: shown }], pageParams: [null] } as never)
  queries.setQueryData(ticketQuery('a').queryKey, shown[0])
  const changed = Array.from({ length: 10_000 }, (_, at) => ticket(`t${at}`, 'changed', NEW))
  updateCachedTickets(queries, [
    ...changed,
    ticket('a', 'changed', NEW),
    ticket('b', 'changed', OLD),
  ])
  const titles = queries
    .getQueryData<TicketList>(list)!
    .pages.flatMap((page) => page.data.map((each) => each.title))
  assert.deepEqual(titles, ['changed', 'newer'])
  assert.equal(queries.getQueryData(ticketQuery('a').queryKey)?.title, 'changed')
  assert.equal(queries.getQueryCache().getAll().length, 2)
})

test('an answer to an earlier change does not take back a later one', async () => {
  const queries = new QueryClient()
  const before = { ...ticket('a', 'title', OLD), status: 'open' } as Ticket
  const { promise, resolve } = Promise.withResolvers<void>()
  const mutations = queries.getMutationCache()
  const start = (status: Ticket['status']) => {
    const change = { ticket: before, patch: { status } }
    const mutation = mutations.build(queries, {
      mutationKey: TICKET_CHANGES,
      mutationFn: () => promise,
    })
    return { change, done: mutation.execute(change as never) }
  }
  const first = start('pending')
  const second = start('solved')
  const saved = { ...before, status: 'pending', updated_at: NEW } as Ticket
  assert.equal(withPendingChanges(queries, saved, first.change).status, 'solved')
  assert.equal(withPendingChanges(queries, { ...saved, id: 'b' }).status, 'pending')
  resolve()
  await Promise.all([first.done, second.done])
  assert.equal(withPendingChanges(queries, saved).status, 'pending')
})
