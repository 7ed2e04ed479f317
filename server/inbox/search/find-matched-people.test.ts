import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { createDb, createPool } from '#db/pool.ts'
import { firstOf } from '#lib/first-of.ts'
import { beforeClose, openTestContext } from '#test/context.ts'
import { createTestChat, createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { search } from './search.ts'
import type { SearchResults } from './schema.ts'

const { context, url } = await openTestContext()
// One connection, so that its figures are written when they are read.
const db = createDb(createPool({ url, max: 1, name: 'parley test', onError: () => undefined }))
beforeClose(context, () => db.destroy())

/** Creates a workspace with contacts of one conversation and one ticket each, and ten messages per contact, of which few have a rare word. */
async function createFilled(opened: Context, contacts: number): Promise<Scope> {
  const { scope } = await createTestWorkspace(opened)
  const { channelId } = await createTestChat(scope)
  const { workspaceId } = scope
  const at = sql`now() - n * interval '1 minute'`
  await sql`
    with made as (
      insert into people (workspace_id, id, name, phone_e164, source, created_at, updated_at, last_seen_at)
      select ${workspaceId}, uuidv7(-n * interval '1 minute'), 'Meera ' || n, '+9198' || lpad(n::text, 8, '0'), 'shop', ${at}, ${at}, ${at}
      from generate_series(1, ${contacts}::integer) as n
      returning workspace_id, id, updated_at, phone_e164
    ), made_identities as (
      insert into identities (workspace_id, kind, value, person_id, created_at)
      select workspace_id, 'phone_e164', phone_e164, id, updated_at from made
    ), made_chats as (
      insert into chats (workspace_id, id, channel_id, person_id, recipient, created_at, updated_at)
      select workspace_id, id, ${channelId}, id, phone_e164, updated_at, updated_at from made
    ), made_activity as (
      insert into chat_activity (workspace_id, chat_id, activity_at) select workspace_id, id, updated_at from made
    ), made_tickets as (
      insert into tickets (workspace_id, id, number, person_id, title, priority, created_at, updated_at)
      select workspace_id, id, row_number() over (), id, 'A parcel is late', 'low', updated_at, updated_at from made
    )
    insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status, author_type, created_at)
    select workspace_id, uuidv7(updated_at - now() + n * interval '1 second'), id, id, ${channelId}, 'inbound', 'text',
      'Where is my ' || case when n = 1 then 'kurta' else 'order' end || ' number ' || n, 'received', 'person', updated_at
    from made, generate_series(1, 10) as n`.execute(opened.db)
  return scope
}

const small = await createFilled(context, 100)
const large = await createFilled(context, 1_500)
await sql`vacuum analyze people, identities, chats, chat_activity, tickets, messages`.execute(
  context.db,
)

async function countBlocks(
  scope: Scope,
  q: string,
): Promise<{ blocks: number; found: SearchResults }> {
  const reader = { ...scope, db, directory: db }
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ blocks: number }>`
      select sum(pg_stat_get_blocks_fetched(oid))::integer as blocks from pg_class
      where relnamespace = 'public'::regnamespace`.execute(db)
    return firstOf(rows).blocks
  }
  const found = await search(reader, { q }, () => true)
  const before = await read()
  await search(reader, { q }, () => true)
  return { blocks: (await read()) - before, found }
}

for (const [what, q] of Object.entries({
  'a number': '9800000042',
  'a name that all contacts have': 'meera',
  'frequent words': 'number order',
  'less frequent words': 'kurta number',
  'a word that nothing contains': 'pashmina',
  'a number that nobody has': '+91 98111 11111',
}))
  test(`a search for ${what} reads about as much in a large workspace as in a small one`, async () => {
    const [of, beside] = [await countBlocks(large, q), await countBlocks(small, q)]
    assert.equal(of.found.people.length, beside.found.people.length)
    assert.equal(of.found.chats.length, beside.found.chats.length)
    assert.equal(of.found.messages.length, beside.found.messages.length)
    const ratio = of.blocks / beside.blocks
    assert.ok(ratio < 1.5, `${of.blocks} blocks, ${beside.blocks} in the small one`)
  })

test('a name that hundreds of contacts have is read once, and the conversations of the best of them', async () => {
  const { blocks, found } = await countBlocks(large, 'meera 14')
  const names = found.people.map(({ name }) => name)
  assert.equal(names[0], 'Meera 14')
  assert.equal(names.length, 20)
  assert.deepEqual(
    found.chats.map(({ person }) => person.name),
    names,
  )
  assert.ok(blocks < 2_000, `${blocks} blocks`)
})

test('pages hold every conversation of the contacts that match once, also of those after the best ones', async () => {
  const names: (string | null)[] = []
  let cursor: string | null = null
  do {
    const page = { q: 'meera 14', kinds: 'chats', limit: 30, ...(cursor !== null && { cursor }) }
    const found: SearchResults = await search(large, page, () => true)
    names.push(...found.chats.map(({ person }) => person.name))
    cursor = found.next_cursors.chats
  } while (cursor !== null)
  const matching = Array.from({ length: 1_500 }, (_, index) => `Meera ${index + 1}`).filter(
    (name) => name.includes('14'),
  )
  assert.equal(names.length, matching.length)
  assert.deepEqual(new Set(names), new Set(matching))
  const ranks = names.map((name) =>
    name === 'Meera 14' ? 3 : name?.startsWith('Meera 14') ? 2 : 0,
  )
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => b - a),
  )
})

test('where the best contacts have no conversations, those of the others are found', async () => {
  const { scope } = await createTestWorkspace(context)
  await sql`
    insert into people (workspace_id, id, name, source, created_at, updated_at)
    select ${scope.workspaceId}, uuidv7(), 'Zara ' || n, 'shop', now(), now() from generate_series(1, 60) as n`.execute(
    scope.db,
  )
  const person = await createTestPerson(scope, { name: 'Balthazara' })
  const { id } = await createTestChat(scope, { personId: person.id })
  const { chats } = await search(scope, { q: 'zara' }, () => true)
  assert.deepEqual(
    chats.map((chat) => chat.id),
    [id],
  )
})

test('pages hold each conversation once where contacts changed at the same time, and where tags find it again', async () => {
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const { channelId } = await createTestChat(scope)
  await sql`
    with made as (
      insert into people (workspace_id, id, name, source, created_at, updated_at)
      select ${workspaceId}, gen_random_uuid(), 'Farida ' || n, 'import', date_trunc('day', now()), date_trunc('day', now())
      from generate_series(1, 60) as n returning workspace_id, id, updated_at
    ), made_chats as (
      insert into chats (workspace_id, id, channel_id, person_id, recipient, created_at, updated_at)
      select workspace_id, gen_random_uuid(), ${channelId}, id, id::text || n, updated_at, updated_at
      from made, generate_series(1, 2) as n returning workspace_id, id, updated_at
    ), made_activity as (
      insert into chat_activity (workspace_id, chat_id, activity_at) select workspace_id, id, updated_at from made_chats
    ), made_tags as (
      insert into tags (workspace_id, id, name, created_at) values (${workspaceId}, gen_random_uuid(), 'Farida', now()) returning id
    )
    insert into chat_tags (workspace_id, chat_id, tag_id, created_at)
    select workspace_id, made_chats.id, made_tags.id, now() from made_chats, made_tags`.execute(
    scope.db,
  )
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page = { q: 'farida', kinds: 'chats', limit: 7, ...(cursor !== null && { cursor }) }
    const found: SearchResults = await search(scope, page, () => true)
    ids.push(...found.chats.map(({ id }) => id))
    cursor = found.next_cursors.chats
  } while (cursor !== null)
  assert.deepEqual([ids.length, new Set(ids).size], [120, 120])
})
