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
  const text = (items: number[]) => {
    const rows = bulkRows('given', items, {
      id: ['integer', (item) => item],
      key: ['text', (item) => String(item)],
    })
    return sql`insert into t (${rows.columns}) select ${rows.columns} from ${rows}`.compile(
      context.db,
    ).sql
  }
  assert.equal(
    text([1, 2, 3]),
    'insert into t ("id", "key") select "id", "key" from unnest($1::integer[], $2::text[]) as "given" ("id", "key")',
  )
  assert.equal(text([]), text([1, 2]))
})

test('no rows are an empty relation', async () => {
  const none: string[] = []
  const rows = bulkRows('given', none, { id: ['uuid', (id) => id], key: ['text', (id) => id] })
  const { rows: found } = await sql`select * from ${rows}`.execute(context.db)
  assert.deepEqual(found, [])
})

test('texts of any length and script, and times before 2000, arrive as they are', async () => {
  const items = ['', '\\"{}NULL', 'नमस्ते 👋', 'x'.repeat(100_000)].map((text) => ({
    text,
    at: new Date('1969-12-31T23:59:59.999Z'),
    small: -(2 ** 31),
    big: -(2 ** 53 - 1),
  }))
  const rows = bulkRows('given', items, {
    text: ['text', (item) => item.text],
    at: ['timestamptz', (item) => item.at],
    small: ['integer', (item) => item.small],
    big: ['bigint', (item) => item.big],
  })
  const { rows: found } = await sql`select * from ${rows}`.execute(context.db)
  assert.deepEqual(found, items)
})

test('a text that is no UUID is refused', () => {
  for (const id of [
    '',
    'x',
    '01890000-0000-7000-8000-00000000000g',
    '0189000000007000800000000000000',
  ])
    assert.throws(() => bulkRows('given', [id], { id: ['uuid', (item) => item] }), TypeError)
})

test('a value that does not fit the type of its column is a type error', () => {
  // @ts-expect-error -- a number is no uuid
  assert.throws(() => bulkRows('given', [1], { id: ['uuid', (item) => item] }))
  // @ts-expect-error -- not a type of a column
  assert.throws(() => bulkRows('given', [1], { id: ['int', (item) => item] }))
})
