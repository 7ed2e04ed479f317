import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestKey, createTestWorkspace } from '#test/factories.ts'
import { openTestMcp } from '#test/mcp.ts'
import { nodeCommand, runCommand } from '#test/processes.ts'

const { context } = await openTestContext()
const { urls } = await openTestMcp(context)

/** Connects the official client to `parley mcp`. */
async function connect(env: Record<string, string>, version?: string): Promise<Client> {
  const [command, ...args] = nodeCommand('server/main.ts', 'mcp')
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    version === undefined ? {} : { versionNegotiation: { mode: { pin: version } } },
  )
  const transport = new StdioClientTransport({ command: command!, args, env, stderr: 'pipe' })
  after(() => transport.close())
  await client.connect(transport)
  return client
}

for (const version of [undefined, '2026-07-28'])
  test(`the official client uses the tools of a remote Parley over stdio (${version ?? '2025-11-25'})`, async () => {
    const { scope } = await createTestWorkspace(context)
    const chat = await createTestChat(scope)
    const key = await createTestKey(scope, ['chats:read', 'messages:draft'])
    const client = await connect({ PARLEY_API_KEY: key, PARLEY_URL: urls[0]! }, version)
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['list_channels', 'list_conversations', 'draft_reply', 'send_reply'],
    )
    const [listed, drafted] = await Promise.all([
      client.callTool({ name: 'list_conversations', arguments: {} }),
      client.callTool({
        name: 'draft_reply',
        arguments: { conversation_id: chat.id, text: 'Hello' },
      }),
    ])
    const textOf = (result: unknown) =>
      JSON.parse((result as { content: { text: string }[] }).content[0]!.text)
    assert.equal(textOf(listed).conversations[0].conversation_id, chat.id)
    assert.equal(textOf(drafted).status, 'open')
    await client.close()
  })

test('a refused key and a missing server are errors of the request', async () => {
  await assert.rejects(
    connect({ PARLEY_API_KEY: 'sk_live_wrong', PARLEY_URL: urls[0]! }),
    /401 invalid_api_key: There is no such API key/,
  )
  await assert.rejects(
    connect({ PARLEY_API_KEY: 'sk_live_wrong', PARLEY_URL: 'http://127.0.0.1:9' }),
    /http:\/\/127\.0\.0\.1:9 cannot be reached/,
  )
})

test('it ends when the assistant closes stdin, and refuses to start without a key', async () => {
  const env = { PARLEY_API_KEY: 'sk_live_x', PARLEY_URL: urls[0]! }
  const { code, stdout } = await runCommand(['mcp'], env, '')
  assert.deepEqual([code, stdout], [0, ''])
  const { code: refused, stderr } = await runCommand(['mcp'], {})
  assert.equal(refused, 1)
  assert.match(stderr, /An API key is required/)
})
