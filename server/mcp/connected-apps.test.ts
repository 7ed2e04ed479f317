import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { DEFAULT_APP_SCOPES, APP_SCOPES } from '#shared/connected-apps.ts'
import { openTestApi } from '#test/app.ts'
import { startClientHost } from '#test/client-host.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestPerson, createTestWorkspace } from '#test/factories.ts'
import { openTestMcp } from '#test/mcp.ts'
import {
  answerApp,
  connectApp,
  fetchInTurn,
  REDIRECT_URI,
  TestAppProvider,
} from '#test/oauth-app.ts'
import { signInTestMember } from '#test/session.ts'
import { TOOLS } from './tools.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const { urls } = await openTestMcp(context)
const { publicUrl } = context.config
const host = await startClientHost()

/** Publishes the description of an app and returns its client id. */
function publishApp(path: string, changes: Record<string, unknown> = {}): string {
  return host.publish(path, {
    client_id: host.url + path,
    client_name: 'Test assistant',
    redirect_uris: [REDIRECT_URI],
    ...changes,
  })
}

async function setUp(role: 'admin' | 'agent' = 'admin') {
  const { scope } = await createTestWorkspace(context)
  const member = await signInTestMember(call, scope, role)
  return { scope, member: { ...member, workspaceId: scope.workspaceId } }
}

/** Connects the official client over the two servers in turn as an app that gets `scopes`. */
async function connect(
  given: Awaited<ReturnType<typeof setUp>>,
  scopes: readonly string[],
  options: { clientUrl?: string; version?: string } = {},
) {
  const provider = new TestAppProvider(options.clientUrl)
  const client = await connectApp(publicUrl, provider, {
    fetch: fetchInTurn(publicUrl, urls),
    answer: async (url) => {
      assert.equal(url.origin + url.pathname, `${publicUrl}/authorize`)
      const answer = await answerApp(call, given.member, url.search.slice(1), [...scopes])
      assert.equal(answer.status, 200, answer.text)
      return answer.body.return_url as string
    },
    ...(options.version !== undefined && { version: options.version }),
  })
  const use = async (name: string, input: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: input })
    const [first] = result.content as { text: string }[]
    return { isError: result.isError ?? false, text: first!.text }
  }
  return { provider, client, use }
}

/** Makes the access token of an app expire. */
async function expireAccess(scope: Scope): Promise<void> {
  await scope.directory
    .updateTable('app_tokens')
    .set({ expires_at: new Date(Date.now() - 1_000) })
    .where('workspace_id', '=', scope.workspaceId)
    .where('kind', '=', 'access')
    .execute()
}

test('apps can get exactly the scopes that tools need', () => {
  const needed = new Set(TOOLS.flatMap(({ scopes }) => scopes as readonly string[]))
  // With it, send_reply sends.
  needed.add('messages:write')
  assert.deepEqual([...needed].toSorted(), [...APP_SCOPES].toSorted())
})

for (const version of [undefined, '2026-07-28'])
  for (const kind of ['a published description', 'a registration'])
    test(`the official client connects by ${kind}, and refreshes its tokens, over two servers (${version ?? '2025-11-25'})`, async () => {
      const given = await setUp('agent')
      const person = await createTestPerson(given.scope, { name: 'Meera Nair' })
      const { provider, client, use } = await connect(given, DEFAULT_APP_SCOPES, {
        ...(version !== undefined && { version }),
        ...(kind === 'a published description' && { clientUrl: publishApp('/app.json') }),
      })
      assert.equal(provider.authorizationUrl!.searchParams.get('scope'), APP_SCOPES.join(' '))
      const { tools } = await client.listTools()
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['find_customer', 'list_channels', 'list_conversations', 'read_conversation'],
      )
      const find = async () =>
        JSON.parse((await use('find_customer', { query: 'Meera' })).text).customers
      assert.deepEqual(
        (await find()).map((each: any) => each.person_id),
        [person.id],
      )
      const before = provider.saved!
      assert.equal(before.scope, DEFAULT_APP_SCOPES.join(' '))
      await expireAccess(given.scope)
      assert.equal((await find()).length, 1)
      assert.notEqual(provider.saved!.access_token, before.access_token)
      assert.notEqual(provider.saved!.refresh_token, before.refresh_token)
      await client.close()
    })

test('a reply of an app is a draft for agents, and is sent if an admin gave messages:write', async () => {
  const given = await setUp()
  const chat = await createTestChat(given.scope)
  const input = { conversation_id: chat.id, text: 'Hello' }
  const read = ['chats:read', 'messages:read']
  const drafting = await connect(given, [...read, 'messages:draft'])
  const draft = JSON.parse((await drafting.use('send_reply', input)).text)
  const { body } = await call(`GET /api/v1/drafts?conversation_id=${chat.id}`, {
    headers: given.member.headers,
  })
  assert.deepEqual(
    body.data.map((each: any) => [each.id, each.status, each.author.type, each.author.name]),
    [[draft.draft_id, 'open', 'api_key', 'Test assistant']],
  )
  const sending = await connect(given, [...read, 'messages:write'])
  assert.equal(JSON.parse((await sending.use('send_reply', input)).text).status, 'queued')
  await Promise.all([drafting.client.close(), sending.client.close()])
})

test('a tool whose scope the app lacks makes the official client ask the user for it', async () => {
  const given = await setUp()
  const person = await createTestPerson(given.scope)
  const { provider, client, use } = await connect(given, ['contacts:read'])
  provider.authorizationUrl = undefined
  await assert.rejects(use('create_ticket', { person_id: person.id, title: 'Broken lamp' }))
  const asked = provider.authorizationUrl as URL | undefined
  assert.match(asked?.searchParams.get('scope') ?? '', /tickets:write/)
  await client.close()
})
