import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadModule } from 'libpg-query'
import { createDb, createPool } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { createTestDatabase } from '../context.ts'
import { checkRecording } from './check-recording.ts'
import { namePool, recordStatements } from './record-statements.ts'
import { checkStatement } from './rules.ts'

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

const given = 'unnest($1::uuid[], $2::uuid[]) as given (workspace_id, id)'

test('a statement about given rows binds each tenant table by the workspace of the given row', () => {
  for (const text of [
    `select given.id, people.name from ${given}
      join people on people.workspace_id = given.workspace_id and people.id = given.id`,
    `select 1 from unnest((select $1::uuid[])::uuid[], $2::uuid[]) as given (workspace_id, id), people
      where given.workspace_id = people.workspace_id and people.id = given.id`,
    `select 1 from json_to_recordset($1) as given (workspace_id uuid, id uuid)
      left join people on people.workspace_id = given.workspace_id and people.id = given.id`,
    `select 1 from (values ($1::uuid, $2::uuid)) as given (workspace_id, id)
      join people on people.workspace_id = given.workspace_id and people.id = given.id`,
    // Through named results, each of which keeps the workspace of the given row.
    `with given as (select workspace_id, id from ${given}), keys as (
        insert into idempotency_keys (workspace_id, key) select workspace_id, id from given
        on conflict (workspace_id, route, key) do nothing returning workspace_id, key
      ), accepted as (
        select workspace_id, id from given where (workspace_id, id) in (select workspace_id, key from keys)
      ), locked as (
        select chats.workspace_id, chats.id, chats.person_id from accepted
        join chats on chats.workspace_id = accepted.workspace_id and chats.id = accepted.id
        order by chats.id for no key update of chats
      )
      update people set name = $3 from locked
      where people.workspace_id = locked.workspace_id and people.id = locked.person_id
        and (select count(*) from accepted) >= 0`,
    `select 1 from ${given} join chats on chats.workspace_id = given.workspace_id and chats.id = given.id
      cross join lateral (
        select name from people where people.workspace_id = given.workspace_id and people.id = chats.person_id
      ) as contact`,
    `select given.id, (select count(*) from people where people.workspace_id = given.workspace_id and people.name = given.id)
      from ${given}`,
    `with given (workspace_id, id) as (select a, b from unnest($1::uuid[], $2::uuid[]) as asked (a, b))
      select id from given`,
  ])
    assert.deepEqual(brokenBy(text), [], text)
})

test('a statement about given rows reaches no row of another workspace', () => {
  const joined = `${given} join people on people.workspace_id = given.workspace_id and people.id = given.id`
  for (const [text, ...broken] of [
    // The given row has no part in the workspace.
    [
      `select 1 from ${given} join people on people.id = given.id`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = any ($1) and people.id = given.id`,
      'joined: people',
      'several: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = $3 and people.id = given.id`,
      'joined: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id or people.id = given.id`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = coalesce(given.workspace_id, $3) and people.id = given.id`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id <> given.workspace_id`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.id`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from people left join ${given} on people.workspace_id = given.workspace_id and people.id = given.id`,
      'workspace: people',
    ],
    [
      `select 1 from ${given} right join people on people.workspace_id = given.workspace_id`,
      'workspace: people',
    ],
    [
      `select 1 from ${given} full join people on people.workspace_id = given.workspace_id`,
      'workspace: people',
    ],
    // Rows that are not given, or of which the workspace is computed.
    [
      'select 1 from chats join people on people.workspace_id = chats.workspace_id where chats.workspace_id = $1',
      'workspace: people',
    ],
    [
      'select 1 from ids($1) as given (workspace_id, id) join people on people.workspace_id = given.workspace_id',
      'workspace: people',
    ],
    [
      'select 1 from unnest(array(select id from users)) as given (workspace_id) join people on people.workspace_id = given.workspace_id',
      'homes: people, users',
      'workspace: people',
    ],
    [
      'select 1 from unnest($2::uuid[]) as given (id) join people on people.workspace_id = given.workspace_id',
      'workspace: people',
    ],
    // Another table does not hand the workspace on.
    [
      `select 1 from ${joined} join chats on chats.workspace_id = people.workspace_id and chats.person_id = people.id`,
      'workspace: chats',
    ],
    // An id of another row, or of a parameter that belongs to none.
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id and people.id = any ($3::uuid[])`,
      'given: people.id',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id and people.id in ($3, $4)`,
      'given: people.id',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id and (people.id = $3 or people.name = $4)`,
      'given: people.id',
    ],
    [
      `update chats set status = $3 from ${given} where chats.workspace_id = given.workspace_id and person_id = $4`,
      'given: person_id',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id and people.id in (select unnest($3::uuid[]))`,
      'given: people.id',
    ],
    [
      `select 1 from ${joined} where exists (select from unnest($3::uuid[]) as asked (id) where asked.id = people.id)`,
      'given: asked',
    ],
    [
      `select 1 from ${given} join people on people.workspace_id = given.workspace_id, unnest($3::uuid[]) as asked (id)
      where people.id = asked.id`,
      'given: asked',
    ],
    // Two sources of which nothing says that they are of one workspace.
    [
      `select 1 from ${joined}, unnest($3::uuid[], $4::uuid[]) as other (workspace_id, id)
      join chats on chats.workspace_id = other.workspace_id and chats.id = other.id`,
      'joined: chats',
      'joined: other',
    ],
    [
      `with given as (select workspace_id, id from ${given}), found as (
        select people.id from given join people on people.workspace_id = given.workspace_id and people.id = given.id
      ) select 1 from given join chats on chats.workspace_id = given.workspace_id join found on found.id = chats.person_id`,
      'joined: found',
    ],
    [
      `with found as (select people.id from ${joined})
      select 1 from chats join found on chats.workspace_id = found.workspace_id and chats.person_id = found.id`,
      'joined: found',
      'workspace: chats',
    ],
    [
      `with found as (select id as workspace_id, id from people where workspace_id = $1)
      select 1 from found join chats on chats.workspace_id = found.workspace_id`,
      'workspace: chats',
    ],
    [
      `with found as (select given.id as workspace_id, people.id from ${joined})
      select 1 from found join chats on chats.workspace_id = found.workspace_id`,
      'joined: chats',
      'workspace: chats',
    ],
    [
      `with found as (select people.workspace_id, people.id from people)
      select 1 from found join chats on chats.workspace_id = found.workspace_id`,
      'workspace: chats',
      'workspace: people',
    ],
    [
      `with found (id, workspace_id) as (select people.workspace_id, people.id from ${joined})
      select 1 from found join chats on chats.workspace_id = found.workspace_id`,
      'joined: chats',
      'workspace: chats',
    ],
    [
      `with found as (select given.workspace_id, given.id from ${given} union all select id, id from people where workspace_id = $3)
      select 1 from found join chats on chats.workspace_id = found.workspace_id`,
      'joined: chats',
      'workspace: chats',
    ],
    // Queries inside of a query.
    [
      `select (select name from people where people.id = given.id) from ${given}`,
      'joined: people',
      'workspace: people',
    ],
    [
      `select 1 from ${given} cross join lateral (select name from people where people.id = given.id) as contact`,

      'workspace: people',
    ],
    [
      `with given as (select workspace_id, id from ${given}), found as (
        select people.workspace_id, people.id from given join people on people.workspace_id = given.workspace_id
      ) select 1 from given join chats on chats.workspace_id = given.workspace_id and chats.person_id in (select id from found)`,
      'joined: found',
    ],
    [
      `with given as (select workspace_id, id from ${given})
      select 1 from given join chats on chats.workspace_id = given.workspace_id
      where exists (select from given as other join people on people.workspace_id = other.workspace_id)`,
      'joined: other',
    ],
    [
      `select 1 from ${joined} cross join lateral (
        select chats.id from unnest($3::uuid[], $4::uuid[]) as other (workspace_id, id)
        join chats on chats.workspace_id = other.workspace_id and chats.id = other.id
      ) as theirs`,
      'joined: theirs',
    ],
    [
      `select 1 from ${joined} join (select given.id as workspace_id, chats.id from ${given}
        join chats on chats.workspace_id = given.workspace_id and chats.id = given.id) as theirs
      on theirs.workspace_id = given.workspace_id`,
      'joined: theirs',
    ],
    // What is written has the workspace of the given row, and so has what is locked.
    [`insert into tags (workspace_id, name) select given.id, $3 from ${given}`, 'workspace: tags'],
    [
      `insert into tags (workspace_id, name) select coalesce(given.workspace_id, $3), $4 from ${given}`,
      'workspace: tags',
    ],
    [
      `insert into tags (workspace_id, name) select people.workspace_id, $3 from people where workspace_id = $4`,
      'workspace: tags',
    ],
    [
      `insert into tags (workspace_id, name) select given.workspace_id, other.id from ${given},
      unnest($3::uuid[], $4::uuid[]) as other (workspace_id, id)`,
      'joined: other',
    ],
    [
      `select 1 from ${given} join chats on chats.id = given.id for update of chats`,
      'joined: chats',
      'lock: chats',
      'workspace: chats',
    ],
    [
      `delete from tags using ${given} where tags.id = given.id`,
      'joined: given',
      'workspace: tags',
    ],
  ] as [string, ...string[]][])
    assert.deepEqual(brokenBy(text), broken, text)
})

test('an outer join binds only the side whose rows it leaves out', () => {
  const left =
    'select 1 from chats left join people on chats.workspace_id = $1 and people.workspace_id = $1'
  assert.deepEqual(brokenBy(left), ['workspace: chats'])
  assert.deepEqual(brokenBy(`${left} where chats.workspace_id = $1`), [])
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
    'tickets/some-file.ts: notes: each tenant table is read or written with `workspace_id = $n` in the same query',
    'tickets/some-file.ts: people: each tenant table is read or written with `workspace_id = $n` in the same query',
    'tickets/some-file.ts: users is not in the database of the tenant',
  ])
})
