import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { TOOLS } from '#mcp/tools.ts'
import { answerApp, registerApp } from '#test/oauth-app.ts'
import type { Answer } from '#test/answer.ts'
import { openVisibility, SIGHTS } from './open-visibility.ts'
import { secretsOf, seesKind } from './plant-worlds.ts'
import type { Sight, World } from './plant-worlds.ts'

const { call, worlds, openAs, scope, me } = await openVisibility()

const APP_SCOPES = [
  ...new Set(TOOLS.flatMap(({ scopes }) => scopes).filter((each) => each !== 'webhooks:read')),
]

/** The kinds of things that the inputs of tools name, and other values that they require. */
const NAMED: Readonly<Record<string, string>> = {
  conversation_id: 'conversation',
  person_id: 'person',
  event_id: 'event',
}
const VALUES: Readonly<Record<string, string>> = { query: 'secret', text: 'Hello', title: 'Hello' }

const token = await connectApp()
await findEvents()

for (const sight of SIGHTS)
  test(`a model sees by no tool and no resource what its caller does not see: ${JSON.stringify(sight)}`, async () => {
    const options = await openAs(sight)
    const key = sight.visibility === 'key' ? options.key! : token
    const ask = async (method: string, params: object) => {
      const body = { jsonrpc: '2.0', id: 1, method, params }
      const headers = { accept: 'application/json, text/event-stream' }
      const answer: Answer = await call('POST /mcp', { key, headers, body })
      assert.notEqual(answer.status, 429, answer.text)
      return answer.text.replaceAll(String(answer.headers['x-request-id']), '<request>')
    }
    const unknown = newId()
    let refused = 0
    let answered = 0
    for (const tool of TOOLS) {
      const fields = Object.keys(tool.input.properties)
      const field = fields.find((each) => each in NAMED)
      const required: string[] = (tool.input as { required?: string[] }).required ?? []
      const values = Object.fromEntries(
        required.flatMap((each) => (each in VALUES ? [[each, VALUES[each]]] : [])),
      )
      const use = (given: object) =>
        ask('tools/call', { name: tool.name, arguments: { ...values, ...given } })
      if (field === undefined || !required.includes(field)) {
        const text = await use(tool.name === 'create_contact' ? { name: 'New' } : {})
        assertNoLeak(sight, tool.name, text)
      }
      if (field === undefined) continue
      const absent = await use({ [field]: unknown })
      for (const world of worlds) {
        const id: string | undefined = world.ids[NAMED[field]!]
        if (id === undefined) continue
        const what = `${tool.name} of ${world.name}`
        const isSeen = seesKind(sight, world, NAMED[field]!)
        // What is seen is only read.
        if (isSeen && tool.effect !== 'read') continue
        const text = await use({ [field]: id })
        assertNoLeak(sight, what, text, [id])
        if (isSeen && !text.includes('insufficient_scope')) {
          answered++
          assert.ok(!text.includes('"isError":true'), `${what}: ${text}`)
          assert.ok(hasContents(sight, world, tool.name, text), `${what}: ${text}`)
        } else if (!isSeen) {
          refused++
          assert.equal(text.replaceAll(id, unknown), absent, what)
        }
      }
    }
    for (const [folder, kind] of [
      ['conversations', 'conversation'],
      ['customers', 'person'],
    ] as const)
      for (const world of worlds) {
        const id = world.ids[kind]
        if (id === undefined) continue
        const uri = `parley://${folder}/${id}`
        const text = await ask('resources/read', { uri })
        assertNoLeak(sight, uri, text, [id])
        const isSeen = seesKind(sight, world, kind)
        assert.equal(text.includes('"contents"'), isSeen, `${uri} of ${world.name}: ${text}`)
      }
    if (sight.visibility !== 'all') assert.ok(refused > 10, `${refused} were refused`)
    assert.ok(answered > 5, `${answered} were answered`)
  })

/** Returns whether the answer of a reading tool has the texts of a visible world. */
function hasContents(sight: Sight, world: World, tool: string, text: string): boolean {
  if (tool === 'read_conversation') return text.includes(`${world.marker} note`)
  if (tool !== 'list_conversations') return true
  return worlds
    .filter((each) => each.person === world.person && seesKind(sight, each, 'conversation'))
    .every(({ conversation }) => conversation === undefined || text.includes(conversation))
}

function assertNoLeak(sight: Sight, what: string, text: string, asked: string[] = []): void {
  for (const secret of secretsOf(sight, worlds))
    assert.ok(
      asked.includes(secret.text) || !text.includes(secret.text),
      `${what} shows ${secret.name} to ${JSON.stringify(sight)}: ${text}`,
    )
}

/** Connects an app that acts for the member, and returns its token. */
async function connectApp(): Promise<string> {
  const app = await registerApp(call)
  const member = { headers: me.headers, workspaceId: scope.workspaceId }
  const query = app.query({ scope: APP_SCOPES.join(' ') })
  const answer = await answerApp(call, member, query, APP_SCOPES)
  assert.equal(answer.status, 200, answer.text)
  const code = new URL(answer.body.return_url).searchParams.get('code')!
  const { body } = await app.exchange(code)
  // The tests call the tools as fast as they can.
  await scope.directory
    .updateTable('api_keys')
    .set({ rate_limit: null })
    .where('workspace_id', '=', scope.workspaceId)
    .where('client_id', 'is not', null)
    .execute()
  return body.access_token
}

/** Adds to the ids of each world the id of an event of its conversation. */
async function findEvents(): Promise<void> {
  const events = await scope.db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('type', '=', 'note.created')
    .execute()
  for (const world of worlds) {
    const event = events.find(({ body }) => body.includes(`${world.marker} note`))
    if (event) world.ids['event'] = event.id
  }
}
