import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openSimulated } from '#test/simulated.ts'
import { TABLE_HOMES } from '../table-homes.ts'

const { context, open } = await openSimulated()

/** Lists the sessions of the pool under test. */
async function listSessions(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'parley test' order by pid`.execute(
    context.db,
  )
  return rows.map(({ pid }) => pid)
}

test('every connection works on with its prepared statements after a column was added to each table', async () => {
  const { customerWrites, send, settled, get, post } = await open()
  const converse = async () => {
    const chat = await customerWrites()
    const sent = await send({ conversation_id: chat.id, message: 'Yes, we do.' })
    assert.equal(sent.status, 201, sent.text)
    await settled(sent.body.id, 'delivered', 'read')
    const { body: conversation } = await get(`/api/v1/chats/${chat.id}`)
    const personId = conversation.person.id as string
    const person = await get(`/api/v1/contacts/${personId}`)
    const note = await post(`/api/v1/chats/${chat.id}/notes`, { text: 'Asks about deliveries' })
    const ticket = await post('/api/v1/tickets', { title: 'A delivery', person_id: personId })
    assert.deepEqual([person.status, note.status, ticket.status], [200, 201, 201])
    assert.equal((await get(`/api/v1/tickets/${ticket.body.id}`)).status, 200)
    // A known customer: the statements that lock existing rows.
    await customerWrites(chat.phone)
  }
  const converseAtOnce = () => Promise.all(Array.from({ length: 4 }, converse))
  await converseAtOnce()
  await converseAtOnce()
  const before = await listSessions()
  for (const table of Object.keys(TABLE_HOMES))
    await sql`alter table ${sql.table(table)} add column added_later integer`.execute(context.db)
  await converseAtOnce()
  await converseAtOnce()
  const after = await listSessions()
  // A connection whose statements cannot be used again is replaced.
  assert.deepEqual(
    before.filter((pid) => !after.includes(pid)),
    [],
  )
  assert.ok(before.length > 1)
})
