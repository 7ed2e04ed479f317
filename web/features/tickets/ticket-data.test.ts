import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { TICKETS } from '../../lib/tickets.ts'
import type { Ticket, TicketList } from '../../lib/tickets.ts'
import { ticketQuery, updateCachedTickets } from './ticket-data.ts'

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
