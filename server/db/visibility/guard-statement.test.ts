import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { selectFrom, updateTable } from '../select-from.ts'
import { transaction } from '../transaction.ts'
import { workTogether } from '../work-together.ts'
import { asViewer, unrestricted, withDatabase } from './as-viewer.ts'
import { findMentions } from './find-mentions.ts'
import { guardStatement } from './guard-statement.ts'
import { isGuarded } from './visible-row.ts'

const { context } = await openTestContext()

const find = (text: string) =>
  findMentions(text, isGuarded).map(({ kind, table, name }) => `${kind} ${table} ${name}`)

test('the tables of a statement are found wherever it reads or changes them', () => {
  for (const [text, expected] of [
    ['select mentions from notes', ['source notes notes']],
    [
      'select "chats"."id" from "chats" as "c", messages m',
      ['source chats c', 'source messages m'],
    ],
    [
      'select 1 from (chats join people on true) where a in (select chat_id from notes)',
      ['source chats chats', 'source people people', 'source notes notes'],
    ],
    [
      'select (select text from notes limit 1) from tags, lateral (select from chats) as chats',
      ['source notes notes', 'source chats chats'],
    ],
    ["select 'from chats' /* from people */ from x where a is distinct from chats", []],
    [
      'update chats as c set a = 1 from people where c.id = 1 returning id',
      ['target chats c', 'source people people'],
    ],
    [
      'delete from notes using chats where notes.chat_id = chats.id',
      ['target notes notes', 'source chats chats'],
    ],
    [
      'insert into chats (id) select id from messages for update of messages',
      ['source messages messages'],
    ],
  ] as const)
    assert.deepEqual(find(text), expected, text)
})

test('a statement whose guarded tables cannot be told apart, or that changes all rows, is refused', async () => {
  for (const text of [
    'with chats as (select 1) select * from chats',
    'update notes set text = null',
  ])
    assert.throws(() => guardStatement('own', text, 0), /A statement cannot/, text)
  const { scope } = await createTestWorkspace(context)
  const viewer = { kind: 'own', id: newId(), actorId: newId(), seesNoTeam: false } as const
  await assert.rejects(
    sql`delete from notes`.execute(asViewer(scope, viewer).db),
    /A statement cannot/,
  )
})

test('a viewer reads and changes only what they see, in and out of transactions, and the product all of it', async () => {
  const { scope } = await createTestWorkspace(context)
  const { id } = await createTestChat(scope)
  const blind = asViewer(scope, { kind: 'teams', id: newId(), actorId: newId(), seesNoTeam: false })
  const count = async (each: typeof scope) =>
    (await selectFrom(each, 'chats').select('id').where('id', '=', id).execute()).length
  assert.equal(await count(scope), 1)
  assert.equal(await count(blind), 0)
  assert.equal(await count(unrestricted(blind)), 1)
  assert.equal(await count(withDatabase(blind, context.db)), 0)
  await transaction(blind, async (tx) => {
    assert.equal(await count(tx), 0)
    assert.equal(await count(unrestricted(tx)), 1)
    const changed = await updateTable(tx, 'chats').set({ title: 'x' }).executeTakeFirst()
    assert.equal(Number(changed.numUpdatedRows), 0)
  })
  const sighted = asViewer(scope, {
    kind: 'teams',
    id: newId(),
    actorId: newId(),
    seesNoTeam: true,
  })
  assert.equal(await count(sighted), 1)
  const { scope: other } = await createTestWorkspace(context)
  await assert.rejects(
    workTogether([other, blind], 200, () => Promise.resolve()),
    /runs alone/,
  )
})

test('a scope without a viewer sends its statements as they are', async () => {
  const { scope } = await createTestWorkspace(context)
  assert.equal(asViewer(scope, undefined).db, scope.db)
  assert.equal(unrestricted(scope), scope)
})

/** The files in which the product goes on with the work of a caller. Each checks first what the caller sees. */
const UNRESTRICTED = [
  'assignment/get-queue.ts',
  'blocks/block-contact.ts',
  'blocks/unblock-contact.ts',
  'bots/hand-over.ts',
  'bulk-actions/create-bulk-action.ts',
  'bulk-actions/work-batch.ts',
  'contacts/create-contact.ts',
  'contacts/update-contact.ts',
  'conversations/change-chats.ts',
  'conversations/list-chats.ts',
  'conversations/notes/check-mentions.ts',
  'conversations/restore-chats.ts',
  'conversations/update-chat.ts',
  'db/growing-read.ts',
  'events/find-event-position.ts',
  'events/keep-visible.ts',
  'macros/read-macro-state.ts',
  'macros/undo-macro-run.ts',
  'merges/merge-contacts.ts',
  'merges/undo-merge.ts',
  'messages/queueing/claim-voice.ts',
  'messages/queueing/create-message-sender.ts',
  'messages/queueing/open-conversation.ts',
  'opt-outs/set-opt-out.ts',
  'rules/run-actions.ts',
  'tickets/update-ticket.ts',
]

test('only the listed verbs see more than their caller, and no other file replaces the database of a scope', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('db/visibility/'),
  )
  const using = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8'))).toSorted()
  assert.deepEqual(using(/\bunrestricted\(/), UNRESTRICTED)
  assert.deepEqual(using(/\bunguardDatabase\(|\.withoutPlugins\(/), [])
  assert.deepEqual(using(/\.\.\.(scope|reader|caller), db\b/), ['db/transaction.ts'])
})
