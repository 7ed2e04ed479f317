import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadModule } from 'libpg-query'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { createTestDatabase } from '../context.ts'
import { checkRecording } from './check-recording.ts'
import { namePool, recordStatements } from './record-statements.ts'
import { checkStatement, RULES } from './rules.ts'

before(() => loadModule())

/** Returns the rules that a statement breaks, each with what breaks it. */
function brokenBy(text: string): string[] {
  return checkStatement(text)
    .broken.map(({ rule, what }) => `${rule}: ${what}`)
    .toSorted()
}

test('each tenant table needs its own value of workspace_id', () => {
  for (const text of [
    'select * from people where workspace_id = $1 and id = $2',
    'select * from people where id = $2 and $1::uuid = workspace_id',
    `select 1 from chats join people on people.workspace_id = $1 and people.id = chats.person_id
      where chats.workspace_id = $1`,
    'select 1 from unnest($2::uuid[]) as given (id), people where workspace_id = $1 and people.id = given.id',
    'with people as (select $1 as id) select * from people',
    'insert into tags (workspace_id, name) values ($1, $2), ($1, $3)',
    'insert into tags (workspace_id, name) select $1::uuid, name from unnest($2::text[]) as given (name)',
    'update chats set status = $2 from people where chats.workspace_id = $1 and people.workspace_id = $1',
    'delete from tags where workspace_id = $1',
    'select * from users where id = $1',
  ])
    assert.deepEqual(brokenBy(text), [], text)
  for (const [text, ...tables] of [
    ['select * from people', 'people'],
    ['select * from people where workspace_id = $1 or id = $2', 'people'],
    ['select * from people where not workspace_id = $1', 'people'],
    ['select * from people where workspace_id <> $1', 'people'],
    [
      `select 1 from chats join people on people.workspace_id = chats.workspace_id
        where chats.workspace_id = $1`,
      'people',
    ],
    ['select (select name from people limit 1) from chats where workspace_id = $1', 'people'],
    ['select id from chats where workspace_id = $1 union select id from people', 'people'],
    ['with a as (select id from people) select * from a', 'people'],
    [
      'select 1 from chats left join lateral (select * from people) as p on true where chats.workspace_id = $1',
      'people',
    ],
    [
      'insert into tags (workspace_id, name) select workspace_id, $1 from people where workspace_id = $2',
      'tags',
    ],
    ['insert into tags (name) values ($1)', 'tags'],
    ['update chats set status = $1', 'chats'],
    ['delete from tags using chats where chats.workspace_id = $1', 'tags'],
  ] as [string, ...string[]][])
    assert.deepEqual(
      brokenBy(text),
      tables.map((table) => `workspace: ${table}`),
      text,
    )
})

test('a statement about several workspaces says so', () => {
  const several = 'select * from people where workspace_id = any ($1::uuid[])'
  assert.deepEqual(brokenBy(several), ['several: people'])
  assert.deepEqual(brokenBy(several.replace('= any ($1::uuid[])', 'in ($1, $2)')), [
    'several: people',
  ])
  assert.deepEqual(brokenBy(`/* across workspaces: a reason */ ${several}`), [])
  assert.deepEqual(brokenBy(`/* across workspaces: a reason */ select count(*) from people`), [])
  assert.deepEqual(brokenBy(`/* across workspaces */ ${several}`), ['several: people'])
})

test('a statement that changes rows of several workspaces leaves out those that lie elsewhere', () => {
  const marked = '/* across workspaces: a reason */ delete from people where created_at < $1'
  assert.deepEqual(brokenBy(marked), ['absent: people'])
  assert.deepEqual(brokenBy(`${marked} and is_here(workspace_id)`), [])
  const locking = '/* across workspaces: a reason */ select id from people for update skip locked'
  assert.deepEqual(brokenBy(locking), ['absent: people'])
})

test('a statement uses tables of one home', () => {
  assert.deepEqual(brokenBy('select 1 from memberships join people on people.workspace_id = $1'), [
    'homes: memberships, people',
  ])
  assert.deepEqual(
    brokenBy('select (select wakes from lanes) from chats where workspace_id = $1'),
    ['homes: chats, lanes'],
  )
  assert.deepEqual(brokenBy('select 1 from memberships join users on users.id = user_id'), [])
})

test('rows have no places, and are locked by their workspace', () => {
  assert.deepEqual(brokenBy('delete from sessions where ctid = $1'), ['ctid: ctid'])
  const locked = 'select id from chats where id = $1 for update'
  assert.deepEqual(brokenBy(locked), ['lock: chats', 'workspace: chats'])
  assert.deepEqual(brokenBy(locked.replace('where', 'where workspace_id = $2 and')), [])
})

test('a prepared statement names its columns', () => {
  const from = 'from chats where workspace_id = $1'
  const update = 'update chats set status = $2 where workspace_id = $1 returning'
  for (const [text, what] of [
    [`select * ${from}`, '*'],
    [`select chats.* ${from}`, '*'],
    [`select id, * ${from}`, '*'],
    [`${update} *`, '*'],
    [`${update} chats.id, chats.*`, '*'],
    [`with made as (${update} *) select id from made`, '*'],
    ['insert into tags (workspace_id, name) values ($1, $2) returning *', '*'],
    [`select (select (listed.row).* from (select row(1, 2) as row) as listed) ${from}`, '*'],
    ['select * from people_of($1)', '*'],
    [`select chats ${from}`, 'chats'],
    ['select one from chats as one where one.workspace_id = $1', 'chats'],
    [`${update} chats`, 'chats'],
    ['insert into tags (workspace_id, name) values ($1, $2) returning tags', 'tags'],
  ] as const) {
    assert.deepEqual(brokenBy(`/* prepared */${text}`), [`columns: ${what}`], text)
    assert.deepEqual(brokenBy(`/* prepared, sent later */${text}`), [`columns: ${what}`], text)
    assert.deepEqual(brokenBy(text), [], text)
  }
  for (const text of [
    `select id, count(*) over () ${from}`,
    `${update} id, 2 * unread_count as twice`,
  ])
    assert.deepEqual(brokenBy(`/* prepared */${text}`), [], text)
})

test('a transaction uses tables of one home, and a rule that code breaks is reported with the code’s file', async () => {
  const { url, drop } = await createTestDatabase()
  const pool = createPool({ url, max: 1, name: 'parley test', onError: () => undefined })
  const db = createDb(namePool(pool, 'tenant'))
  const recording = recordStatements(pool)
  await transaction({ db }, async (tx) => {
    await tx.db.selectFrom('users').select('id').execute()
    await tx.db.selectFrom('people').select('id').where('workspace_id', 'is', null).execute()
  })
  await db.selectFrom('notes').select('id').execute()
  await pool.end()
  await drop()
  assert.deepEqual(await checkRecording(recording), [], 'tests may do it')
  const sent = [...recording.statements.values(), ...recording.transactions.values()]
  for (const each of sent) each.file = 'tickets/some-file.ts'
  const problems = (await checkRecording(recording)).map((problem) => problem.split('\n')[0]!)
  assert.deepEqual(problems.toSorted(), [
    'tickets/some-file.ts: a transaction uses tables of one home: tenant or directory',
    `tickets/some-file.ts: notes: ${RULES.workspace}`,
    `tickets/some-file.ts: people: ${RULES.workspace}`,
    'tickets/some-file.ts: users is not in the database of the tenant',
  ])
})
