import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { findAnsweredTrace } from './find-answered-trace.ts'

const { context } = await openTestContext()
const MINUTE = 60_000
const traceOf = (digit: string) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`

/** Inserts a message of a conversation that is `minutes` old. */
async function insert(
  scope: Scope,
  chat: { id: string; personId: string; channelId: string },
  direction: 'inbound' | 'outbound',
  minutes: number,
  cause: string | null,
): Promise<void> {
  const at = new Date(scope.clock.now().getTime() - minutes * MINUTE)
  await sql`
    insert into messages (workspace_id, id, chat_id, person_id, channel_id, direction, type, text, status, author_type,
      created_at, cause)
    values (${scope.workspaceId}, ${newId()}, ${chat.id}, ${chat.personId}, ${chat.channelId}, ${direction}, 'text', 'Hello',
      ${direction === 'inbound' ? 'received' : 'sent'}, ${direction === 'inbound' ? 'person' : 'member'}, ${at}, ${cause})`.execute(
    scope.db,
  )
}

test("an answer continues the trace of the customer's newest message, for an hour, and of no other workspace", async () => {
  const { scope } = await createTestWorkspace(context)
  const [asked, old, untraced] = [
    await createTestChat(scope),
    await createTestChat(scope),
    await createTestChat(scope),
  ]
  await insert(scope, asked, 'inbound', 20, `first ${traceOf('a')}`)
  await insert(scope, asked, 'inbound', 10, `second ${traceOf('b')}`)
  await insert(scope, asked, 'outbound', 5, `answer ${traceOf('c')}`)
  await insert(scope, old, 'inbound', 61, `late ${traceOf('d')}`)
  await insert(scope, untraced, 'inbound', 1, 'without')
  assert.equal(await findAnsweredTrace(scope, asked.id), traceOf('b'))
  assert.equal(await findAnsweredTrace(scope, old.id), undefined)
  assert.equal(await findAnsweredTrace(scope, untraced.id), undefined)
  const other = await createTestWorkspace(context)
  assert.equal(await findAnsweredTrace(other.scope, asked.id), undefined)
})
