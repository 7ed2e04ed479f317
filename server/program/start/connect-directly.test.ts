import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnv, toConfig } from '#lib/settings/config.ts'
import { connectFor } from './connect-directly.ts'

const config = toConfig(
  readEnv({
    SECRET_KEY: '07'.repeat(32),
    DATABASE_PGDOG: 'true',
    DATABASE_URL: 'postgres://pgdog/parley',
    DATABASE_SHARD_URLS: 'b=postgres://pgdog/parley',
    DATABASE_DIRECT_URL: 'postgres://db1/parley b=postgres://db4/parley',
  }),
)

test('requests go through PgDog, and the worker to the servers', () => {
  assert.equal(connectFor(config, ['api', 'ingest']), config)
  const { database } = connectFor(config, ['worker'])
  assert.deepEqual(
    [database.url, database.directUrl, database.isPgdog],
    ['postgres://db1/parley', undefined, false],
  )
  assert.deepEqual(
    database.shards.map(({ name, url, directUrl }) => [name, url, directUrl]),
    [['b', 'postgres://db4/parley', undefined]],
  )
})

test('a process with both requests and the worker is refused behind PgDog', () => {
  for (const part of ['api', 'ingest'])
    assert.throws(() => connectFor(config, [part, 'worker']), /--only api,ingest/)
})
