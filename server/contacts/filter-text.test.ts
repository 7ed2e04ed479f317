import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listChats } from '#conversations/list-chats.ts'
import { likePattern } from '#db/searching/like-pattern.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { listTickets } from '#tickets/list-tickets.ts'
import { filterText } from './filter-text.ts'
import { listContacts } from './list-contacts.ts'

const { context } = await openTestContext()

const NAMES = [
  'Asha Rao',
  'ASHA-NAIR',
  'Zoë Fernandes',
  'Jürgen Weiß',
  'Joa\u0303o %_\\ Silva',
  'मीरा शर्मा',
  'Привет Мир',
  '李小龙',
  'مرحبا علي',
  'Καλημέρα',
  '😀 Party',
  "O'Neil & Sons",
]
const COUNT = 240
/** Parts of usernames and numbers, and signs with a meaning in patterns. */
const OTHER_PARTS = ['@user.1', 'user.7_x', 'USER.', 'x', '100%', '_', 'asha r', '12', '#12']

/** Fills a workspace with contacts, their usernames and tickets with their names as titles. */
async function openFilled() {
  const { scope } = await createTestWorkspace(context)
  await sql`
    insert into people (workspace_id, id, name, phone_e164, email, source, created_at, updated_at)
    select ${scope.workspaceId}::uuid, uuidv7(), (${NAMES}::text[])[1 + n % ${NAMES.length}::int] || ' ' || n,
      '+9198' || lpad((n * 7919 % 100000000)::text, 8, '0'),
      case when n % 3 = 0 then 'Mail' || n || '@Example.com' end, 'test', now(), now() + n * interval '1 ms'
    from generate_series(1, ${COUNT}::int) as n`.execute(scope.db)
  await sql`
    insert into identities (workspace_id, kind, value, person_id, created_at)
    select workspace_id, 'wa_username', 'user.' || row_number() over (order by id) || '_x', id, now() from people
    where workspace_id = ${scope.workspaceId} and email is not null`.execute(scope.db)
  await sql`
    insert into tickets (workspace_id, id, number, person_id, title, priority, created_at, updated_at)
    select workspace_id, uuidv7(), row_number() over (order by id), id, name, 'medium', now(), updated_at from people
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  return scope
}

async function idsOf(scope: Scope, table: 'people' | 'tickets', condition: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where workspace_id = ${scope.workspaceId} and ${condition}`.execute(
    scope.db,
  )
  return rows.map(({ id }) => id).toSorted()
}

/** Returns parts of stored texts, of every length, in other cases too. */
function partsOf(texts: string[]): string[] {
  const parts = texts.flatMap((text, index) => {
    const letters = [...text]
    const from = (index * 5) % letters.length
    const part = letters.slice(from, from + 1 + (index % 7)).join('')
    return [part, part.toUpperCase(), text]
  })
  return [...new Set(parts)].filter((part) => part !== '')
}

async function pagesOf<T>(
  list: (page: { limit: number; cursor?: string }) => Promise<{
    data: T[]
    next_cursor: string | null
  }>,
): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await list({ limit: 50, ...(cursor !== undefined && { cursor }) })
    all.push(...page.data)
    cursor = page.next_cursor
  }
  return all
}

test('a part of a text finds all contacts and tickets that a comparison without an index finds', async () => {
  const scope = await openFilled()
  const { rows } = await sql<{ text: string }>`
    select search as text from people where workspace_id = ${scope.workspaceId} order by id limit 60`.execute(
    scope.db,
  )
  const counts = { rare: 0, common: 0 }
  for (const q of [...partsOf(rows.map(({ text }) => text)), ...OTHER_PARTS]) {
    const username = likePattern(q.trim().replace(/^@/, ''))
    const before = sql`(search ilike ${likePattern(q.trim())} or id = any (array(
      select person_id from identities
      where workspace_id = ${scope.workspaceId} and kind = 'wa_username' and value ilike ${username})))`
    const { ids, condition } = await filterText(scope, q)
    const expected = await idsOf(scope, 'people', before)
    const found = await idsOf(scope, 'people', condition)
    assert.deepEqual(
      expected.filter((id) => !found.includes(id)),
      [],
      `people with ${q}`,
    )
    if (ids) assert.deepEqual(await idsOf(scope, 'people', sql`id = any (${ids})`), found, q)
    // Only letters with accents and other scripts, and numbers, are found in more ways.
    const isPlain = /^[\0-\x7f]*$/.test(q) && !/[eou]/i.test(q)
    if (isPlain && !/^[\d\s+]+$/.test(q)) assert.deepEqual(found, expected, q)
    counts[ids ? 'rare' : 'common']++
    const number = /^#?(\d{1,15})$/.exec(q.trim())?.[1]
    const titled = sql`(title ilike ${likePattern(q.trim())} or number = ${number ?? null}::bigint)`
    const tickets = await pagesOf((page) => listTickets(scope, { ...page, q }))
    const missing = await idsOf(scope, 'tickets', titled)
    for (const { id } of tickets) if (missing.includes(id)) missing.splice(missing.indexOf(id), 1)
    assert.deepEqual(missing, [], `tickets with ${q}`)
  }
  assert.ok(counts.rare > 50 && counts.common > 5, JSON.stringify(counts))
})

test('pages of common and of rare texts hold every contact once, in the order of the list', async () => {
  const scope = await openFilled()
  for (const q of ['asha', 'example', 'asha rao 24', 'मीरा', 'a'])
    for (const sort of ['updated', 'created', 'name'] as const) {
      const all = await pagesOf((page) => listContacts(scope, { ...page, sort }))
      const { condition } = await filterText(scope, q)
      const found = new Set(await idsOf(scope, 'people', condition))
      const people = await pagesOf((page) => listContacts(scope, { ...page, sort, q }))
      assert.deepEqual(
        people.map(({ id }) => id),
        all.map(({ id }) => id).filter((id) => found.has(id)),
        `${q} by ${sort}`,
      )
    }
})

test('conversations are found by their contact, with a common and with a rare text', async () => {
  const scope = await openFilled()
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from people where workspace_id = ${scope.workspaceId} order by id limit 24`.execute(
    scope.db,
  )
  const chats = []
  for (const { id, name } of rows)
    chats.push({ name, id: (await createTestChat(scope, { personId: id })).id })
  for (const q of ['Example', 'asha rao', 'ZOE', 'Привет', 'a']) {
    const found = await pagesOf((page) => listChats(scope, { ...page, q }))
    const ids = found.map(({ id }) => id)
    assert.ok(ids.length > 0, q)
    if (q === 'asha rao')
      assert.deepEqual(
        ids.toSorted(),
        chats.flatMap(({ id, name }) => (name.startsWith('Asha Rao') ? [id] : [])).toSorted(),
      )
  }
})
