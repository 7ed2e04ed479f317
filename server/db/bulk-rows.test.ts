import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { bulkRows } from './bulk-rows.ts'

const { context } = await openTestContext()

test('rows can contain every type, and null', async () => {
  const full = {
    text: 'a, "b" {c}',
    id: '01890000-0000-7000-8000-000000000001',
    at: new Date('2026-01-02T03:04:05.678Z'),
    json: { nested: ['a, "b" {c}'] },
    bytes: Buffer.from([0, 255]),
    flag: true,
    big: 2 ** 40,
    real: 0.5,
  }
  const rows = bulkRows('given', [full, null], {
    place: ['integer', (_, index) => index],
    text: ['text', (item) => item && item.text],
    id: ['uuid', (item) => item && item.id],
    at: ['timestamptz', (item) => item && item.at],
    json: ['jsonb', (item) => item && JSON.stringify(item.json)],
    bytes: ['bytea', (item) => item && item.bytes],
    flag: ['boolean', (item) => item && item.flag],
    big: ['bigint', (item) => item && item.big],
    real: ['float8', (item) => item && item.real],
  })
  const { rows: found } = await sql`select * from ${rows} order by place`.execute(context.db)
  const empty = Object.fromEntries(Object.keys(full).map((column) => [column, null]))
  assert.deepEqual(found, [
    { place: 0, ...full },
    { place: 1, ...empty },
  ])
})

test('the text of a statement does not depend on the number of rows', () => {
  const text = (items: string[]) => {
    const rows = bulkRows('given', items, { id: ['uuid', (id) => id], key: ['text', (id) => id] })
    return sql`insert into t (${rows.columns}) select ${rows.columns} from ${rows}`.compile(
      context.db,
    )
  }
  assert.equal(
    text(['a', 'b', 'c']).sql,
    'insert into t ("id", "key") select "id", "key" from unnest($1::uuid[], $2::text[]) as "given" ("id", "key")',
  )
  assert.equal(text([]).sql, text(['a', 'b']).sql)
  assert.deepEqual(text(['a', 'b']).parameters, [
    ['a', 'b'],
    ['a', 'b'],
  ])
})

test('a value that does not fit the type of its column is a type error', () => {
  // @ts-expect-error -- a number is no uuid
  bulkRows('given', [1], { id: ['uuid', (item) => item] })
  // @ts-expect-error -- not a type of a column
  bulkRows('given', [1], { id: ['int', (item) => item] })
})
