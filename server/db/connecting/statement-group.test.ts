import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openTestContext } from '#test/context.ts'
import { createDb, createPool } from '../pool.ts'
import type { Db } from '../pool.ts'
import { prepared } from '../prepared.ts'
import { retryConflicts } from '../retry-conflicts.ts'

const { context, url } = await openTestContext()
await sql`create table notes_of_test (id integer primary key, at timestamptz default now());
  create table checked_late (id integer references notes_of_test (id) deferrable initially deferred)`.execute(
  context.db,
)

/** One connection, and the packets that it has sent. */
function openConnection(options: { prepared?: boolean } = {}) {
  const pool = createPool({
    url,
    max: 1,
    name: 'parley test',
    onError: () => undefined,
    ...options,
  })
  let packets = 0
  let descriptions = 0
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: NodeJS.Socket } }).connection
    const ends = new Set(['Q', 'S'].map((letter) => letter.charCodeAt(0)))
    const write = stream.write.bind(stream)
    stream.write = ((data: Buffer) => {
      if (ends.has(data[0]!)) packets++
      if (data[0] === 'D'.charCodeAt(0)) descriptions++
      return write(data)
    }) as typeof stream.write
  })
  const db = createDb(pool)
  after(() => db.destroy())
  const insert = (tx: Db, id: number) =>
    prepared<{
      id: number
    }>`insert into notes_of_test (id) values (${id}::integer) returning id`.later(tx)
  const count = async (from: Db = db) =>
    (
      await sql<{
        ids: number[]
      }>`select array_agg(id order by id) as ids from notes_of_test`.execute(from)
    ).rows[0]!.ids
  const packetsOf = async (run: () => Promise<unknown>) => {
    await sql`select 1`.execute(db)
    const before = packets
    await run()
    return packets - before
  }
  const descriptionsOf = async (run: () => Promise<unknown>) => {
    const before = descriptions
    await run()
    return descriptions - before
  }
  return { db, insert, count, packetsOf, descriptionsOf }
}

test('a prepared statement is described once per connection, alone and in groups, also after it failed', async () => {
  const { db, descriptionsOf } = openConnection()
  type Row = { part: number; at: Date | null }
  const divide = (by: number) =>
    prepared<Row>`select 6 / ${by}::integer as part, null::timestamptz as at`
  const touch = prepared`update notes_of_test set at = at where id < 0`
  const read = async (by: number) => (await divide(by).execute(db)).rows
  const readAfterOthers = () =>
    db.transaction().execute(async (tx) => {
      await touch.later(tx)
      const first = await divide(1).later(tx)
      const { rows } = await divide(3).execute(tx)
      return { first, rows }
    })
  assert.equal(await descriptionsOf(() => read(2)), 1)
  // The begin, the update and the commit are new on this connection.
  assert.equal(await descriptionsOf(readAfterOthers), 3)
  assert.equal(
    await descriptionsOf(async () => {
      assert.deepEqual(await read(2), [{ part: 3, at: null }])
      await assert.rejects(read(0), /division by zero/)
      const { first, rows } = await readAfterOthers()
      assert.deepEqual([first.rows, rows], [[{ part: 6, at: null }], [{ part: 2, at: null }]])
    }),
    // A statement that failed is described again.
    1,
  )
})

test('a transaction sends its begin with the first statement, and what need not be known with the next one', async () => {
  const { db, insert, count, packetsOf } = openConnection()
  let rows: { id: number }[] = []
  const sent = await packetsOf(() =>
    db.transaction().execute(async (tx) => {
      rows = (await insert(tx, 1)).rows
      assert.deepEqual(rows, [])
      await insert(tx, 2)
      assert.deepEqual(await count(tx), [1, 2])
      await insert(tx, 3)
    }),
  )
  assert.equal(sent, 2)
  assert.deepEqual(rows, [{ id: 1 }])
  assert.deepEqual(await count(), [1, 2, 3])
  assert.equal(await packetsOf(() => db.transaction().execute((tx) => insert(tx, 4))), 1)
  assert.equal(await packetsOf(() => db.transaction().execute(async () => undefined)), 0)
})

test('an error of a statement that is sent later fails the next one or the commit, and nothing is stored', async () => {
  const { db, insert, count } = openConnection()
  const fails = (run: (tx: Db) => Promise<unknown>, code: string) =>
    assert.rejects(db.transaction().execute(run), { code })
  await fails(async (tx) => {
    await insert(tx, 11)
    await insert(tx, 11)
    await assert.rejects(count(tx), { code: '23505' })
    await count(tx)
  }, '25P02')
  await fails(async (tx) => {
    await insert(tx, 11)
    await insert(tx, 11)
  }, '23505')
  // The commit itself fails, and statements after the failure were never prepared.
  await fails(async (tx) => {
    await insert(tx, 11)
    await prepared`insert into checked_late values (${12}::integer)`.later(tx)
  }, '23503')
  await fails(async (tx) => {
    await prepared`select ${0}::integer / 0`.later(tx)
    await prepared`select ${1}::integer as never_prepared`.later(tx)
  }, '22012')
  const { rows } = await db.transaction().execute(async (tx) => {
    await insert(tx, 13)
    return prepared<{ never_prepared: number }>`select ${1}::integer as never_prepared`.later(tx)
  })
  assert.deepEqual(rows, [{ never_prepared: 1 }])
  assert.deepEqual(
    (await count()).filter((id) => id > 10),
    [13],
  )
})

test('a value that cannot be sent, and a rollback before the first statement, send nothing', async () => {
  const { db, insert, count, packetsOf } = openConnection()
  const abandoned = packetsOf(() =>
    db.transaction().execute(async (tx) => {
      await insert(tx, 21)
      throw new Error('abandoned')
    }),
  )
  await assert.rejects(abandoned, { message: 'abandoned' })
  const circular: { self?: unknown } = {}
  circular.self = circular
  const unsendable = db.transaction().execute(async (tx) => {
    await insert(tx, 21)
    await sql`select ${circular}::json`.execute(tx)
  })
  await assert.rejects(unsendable, /circular/i)
  assert.ok(!(await count()).includes(21))
})

test('after a group that the server has not heard of, nothing of its transaction runs, also if its error is handled', async () => {
  const { db, insert, count } = openConnection()
  const circular: { self?: unknown } = {}
  circular.self = circular
  const unsendable = (tx: Db) => assert.rejects(sql`select ${circular}::json`.execute(tx))
  for (const isBegun of [false, true]) {
    const goesOn = db.transaction().execute(async (tx) => {
      if (isBegun) await count(tx)
      await insert(tx, 22)
      await unsendable(tx)
      await sql`insert into notes_of_test values (23)`.execute(tx)
    })
    await assert.rejects(goesOn, /circular/i)
    const commits = db.transaction().execute(async (tx) => {
      if (isBegun) await count(tx)
      await insert(tx, 24)
      await unsendable(tx)
    })
    await assert.rejects(commits, /circular/i)
  }
  await db.transaction().execute((tx) => insert(tx, 25))
  const stored = (await count()).filter((id) => id > 21 && id < 30)
  assert.deepEqual(stored, [25])
})

test('the first statement of a transaction may return very many rows', async () => {
  const { db } = openConnection()
  const { rows } = await db
    .transaction()
    .execute((tx) => sql`select generate_series(1, 300000)`.execute(tx))
  assert.equal(rows.length, 300_000)
})

test('a statement whose columns a migration changed fails its transaction, which succeeds when repeated', async () => {
  const { db } = openConnection()
  await sql`create table widths (id integer); insert into widths values (1)`.execute(db)
  const read = () =>
    retryConflicts(db, () =>
      db.transaction().execute((tx) => prepared<object>`select * from widths`.later(tx)),
    )
  assert.deepEqual((await read()).rows, [{ id: 1 }])
  await sql`alter table widths add column a integer`.execute(context.db)
  assert.deepEqual((await read()).rows, [{ id: 1, a: null }])
})

test('a text of several statements belongs to the transaction that it begins', async () => {
  const { db, count } = openConnection()
  await db
    .transaction()
    .execute((tx) =>
      sql`insert into notes_of_test values (31); insert into notes_of_test values (32)`.execute(tx),
    )
  const several = db.transaction().execute(async (tx) => {
    await sql`insert into notes_of_test values (33); insert into notes_of_test values (34)`.execute(
      tx,
    )
    throw new Error('abandoned')
  })
  await assert.rejects(several)
  assert.deepEqual(
    (await count()).filter((id) => id > 30),
    [31, 32],
  )
})

test('through a pooler, each statement is sent alone and at once', async () => {
  const { db, insert, packetsOf } = openConnection({ prepared: false })
  const sent = await packetsOf(() =>
    db.transaction().execute(async (tx) => {
      const { rows } = await insert(tx, 41)
      assert.deepEqual(rows, [{ id: 41 }])
    }),
  )
  assert.equal(sent, 3)
})
