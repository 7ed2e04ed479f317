import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#test/context.ts'
import { createClient, createDb, createPool, isDatabaseUnavailable, openClient } from '../pool.ts'
import { describeServers, findServers } from '#lib/settings/database-servers.ts'

test('a connection string with several hosts is read like that of other programs', () => {
  assert.deepEqual(findServers('postgres://a:b@h1:1,h2:2/db?x=y'), {
    urls: ['postgres://a:b@h1:1/db?x=y', 'postgres://a:b@h2:2/db?x=y'],
    readWrite: true,
  })
  assert.equal(findServers('postgres://h/db?target_session_attrs=read-write')?.readWrite, true)
  assert.equal(findServers('postgres://h/db')?.readWrite, false)
  for (const text of [
    'mysql://h/db',
    'postgres://h1,/db',
    'postgres://h:x/db',
    'postgres://h1,h2/db?target_session_attrs=any',
    'postgres://h/db?target_session_attrs=standby',
  ])
    assert.equal(findServers(text), undefined, text)
  assert.equal(describeServers('postgresql://a:b@h1,[::1]:2/db'), 'h1:5432, [::1]:2')
})

test('only a server that accepts writes is used', async () => {
  const first = await createTestDatabase()
  const second = await createTestDatabase()
  after(async () => {
    await first.drop()
    await second.drop()
  })
  const name = (url: string) => new URL(url).pathname.slice(1)
  const settings = createClient(first.url, 'test')
  await settings.connect()
  const setReadOnly = (url: string, isOn: boolean) =>
    settings.query(`alter database ${name(url)} set default_transaction_read_only = ${isOn}`)
  await setReadOnly(first.url, true)
  await assert.rejects(
    openClient(`${first.url}?target_session_attrs=read-write`, 'test'),
    isDatabaseUnavailable,
  )
  const client = await openClient(`${second.url}?target_session_attrs=read-write`, 'test')
  await client.end()
  await settings.end()
})

test('a host that is not reachable is passed over', async () => {
  const { url, drop } = await createTestDatabase()
  const several = url.replace(/@([^/]*)/, '@127.0.0.1:1,$1')
  const pool = createPool({ url: several, max: 2, name: 'test', onError: () => undefined })
  const db = createDb(pool)
  after(async () => {
    await db.destroy()
    await drop()
  })
  for (const _ of [1, 2]) await sql`select 1`.execute(db)
  await (await openClient(several, 'test')).end()
})
