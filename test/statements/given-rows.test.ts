import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { loadModule } from 'libpg-query'
import { checkStatement } from './rules.ts'

before(() => loadModule())

/** Returns the rules that a statement breaks, each with what breaks it. */
function brokenBy(text: string): string[] {
  return checkStatement(text)
    .broken.map(({ rule, what }) => `${rule}: ${what}`)
    .toSorted()
}

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
    // Rows that are written or locked have the workspace of the given row.
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
