import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNote } from '#conversations/notes/create-note.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import {
  createTestChat,
  createTestKey,
  createTestPerson,
  createTestWorkspace,
} from '#test/factories.ts'
import { openTestMcp } from '#test/mcp.ts'

const { context } = await openTestContext()
const { connect } = await openTestMcp(context)

async function setUp(scopes: string[], version?: string) {
  const { scope } = await createTestWorkspace(context)
  const person = await createTestPerson(scope, { name: 'Meera Nair' })
  const chat = await createTestChat(scope, { personId: person.id, phoneE164: person.phoneE164 })
  const author = { ...scope, actor: { type: 'api_key' as const, id: newId() } }
  await createNote(author, chat.id, { text: 'She called.' })
  return { scope, person, chat, ...(await connect(await createTestKey(scope, scopes), version)) }
}

const jsonOf = ({ contents }: { contents: unknown[] }) =>
  JSON.parse((contents[0] as { text: string }).text)

for (const version of [undefined, '2026-07-28'])
  test(`conversations and customers are resources (${version ?? '2025-11-25'})`, async () => {
    const { person, chat, client, close } = await setUp(['read'], version)
    const { resourceTemplates } = await client.listResourceTemplates()
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['parley://conversations/{id}', 'parley://customers/{id}'],
    )
    assert.deepEqual((await client.listResources()).resources, [])
    const read = await client.readResource({ uri: `parley://conversations/${chat.id}` })
    assert.equal(jsonOf(read).items[0].text, 'She called.')
    const customer = await client.readResource({ uri: `parley://customers/${person.id}` })
    assert.equal(jsonOf(customer).name, 'Meera Nair')
    await close()
  })

test('a resource of another workspace, of no kind or without its scope is refused', async () => {
  const { person, chat, client, close } = await setUp(['chats:read', 'contacts:read'])
  const { chat: theirs, person: them, close: closeOther } = await setUp(['*'])
  const { resourceTemplates } = await client.listResourceTemplates()
  assert.deepEqual(
    resourceTemplates.map(({ name }) => name),
    ['customer'],
  )
  for (const uri of [
    `parley://customers/${them.id}`,
    `parley://customers/${newId()}`,
    'parley://customers/x',
    `parley://keys/${person.id}`,
    `https://example.com/customers/${person.id}`,
  ])
    await assert.rejects(client.readResource({ uri }), /not found/i, uri)
  for (const { id } of [chat, theirs])
    await assert.rejects(
      client.readResource({ uri: `parley://conversations/${id}` }),
      /insufficient_scope: The API key does not have the scope messages:read/,
    )
  await Promise.all([close(), closeOther()])
})

test('a prompt contains the conversation or the customer that it is about', async () => {
  const { person, chat, client, close } = await setUp(['read', 'messages:draft'])
  const { prompts } = await client.listPrompts()
  assert.deepEqual(
    prompts.map(({ name, arguments: given }) => [name, given?.[0]?.name]),
    [
      ['answer_conversation', 'conversation_id'],
      ['summarize_customer', 'person_id'],
    ],
  )
  const answer = await client.getPrompt({
    name: 'answer_conversation',
    arguments: { conversation_id: chat.id },
  })
  const [instruction, thread] = answer.messages.map(({ content }) => content as any)
  assert.ok(instruction.text.includes(chat.id))
  assert.ok(thread.resource.text.includes('She called.'))
  const summary = await client.getPrompt({
    name: 'summarize_customer',
    arguments: { person_id: person.id },
  })
  assert.ok((summary.messages[1]!.content as any).resource.text.includes('Meera Nair'))
  await close()
})

test('a prompt needs its scopes and an id that exists', async () => {
  const { chat, client, close } = await setUp(['read'])
  const { prompts } = await client.listPrompts()
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['summarize_customer'],
  )
  const get = (name: string, given: Record<string, string>) =>
    client.getPrompt({ name, arguments: given })
  await assert.rejects(
    get('answer_conversation', { conversation_id: chat.id }),
    /insufficient_scope: .* messages:draft/,
  )
  await assert.rejects(get('summarize_customer', {}), /person_id must be a UUID/)
  await assert.rejects(get('summarize_customer', { person_id: newId() }), /not found/i)
  await assert.rejects(get('none', {}), /There is no prompt none/)
  await close()
})
