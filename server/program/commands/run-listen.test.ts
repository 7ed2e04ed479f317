import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import { toEventCursor } from '#events/to-event-cursor.ts'
import { createWebhookSecret } from '#lib/api-key-format.ts'
import { openTestContext } from '#test/context.ts'
import { recordTestEvents, startEventApi } from '#test/event-streams.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { findPorts, nodeCommand, runCommand, startProgram } from '#test/processes.ts'
import type { Program } from '#test/processes.ts'
import { startReceiver } from '#test/receiver.ts'
import type { CaughtRequest, Respond } from '#test/receiver.ts'
import { verifyDelivery } from '#test/verify-delivery.ts'
import { waitFor } from '#test/wait-for.ts'

const { context } = await openTestContext()
const { url } = await startEventApi(context, { recheckMs: 20 })

async function setUp(respond?: Respond) {
  const { scope } = await createTestWorkspace(context)
  const env = { PARLEY_API_KEY: await createTestKey(scope, ['events:read']), PARLEY_URL: url }
  const receiver = await startReceiver(respond)
  after(() => receiver.close())
  return { scope, env, receiver }
}

function listen(args: string[], env: Record<string, string>): Program {
  const program = startProgram(nodeCommand('server/main.ts', 'listen', ...args), env)
  after(() => program.end('SIGKILL'))
  return program
}

/** Resolves once the command reports that it is listening, so that it receives all later events. */
async function listening(args: string[], env: Record<string, string>): Promise<Program> {
  const program = listen(args, env)
  await waitFor(() => /^Listening to /m.test(program.stdout() + program.stderr()))
  return program
}

const numberOf = ({ body }: CaughtRequest) => JSON.parse(body.toString()).data.number as number

const revoke = (scope: Scope) =>
  scope.directory
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()

describe('listen', () => {
  test('forwards each event once, in order, as a webhook that every verifier accepts', async () => {
    const { scope, env, receiver } = await setUp()
    const program = await listening(['--forward-to', `${receiver.url}/hook?a=b`], env)
    await recordTestEvents(scope, 3)
    await recordTestEvents(scope, 1, 'ticket.created', 3)
    const requests = await receiver.waitFor(4)
    assert.deepEqual(requests.map(numberOf), [0, 1, 2, 3])
    const secret = /whsec_\w+/.exec(program.stdout())![0]
    const stored = await scope.db
      .selectFrom('events')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId)
      .orderBy('position')
      .execute()
    for (const [index, request] of requests.entries()) {
      verifyDelivery(request, secret)
      assert.equal(request.body.toString(), stored[index]!.body)
      assert.deepEqual([request.method, request.path], ['POST', '/hook?a=b'])
      assert.equal(request.headers['content-type'], 'application/json')
      assert.equal(request.headers['user-agent'], 'Parley-Webhooks/1')
      assert.equal(request.headers['x-service-event'], stored[index]!.type)
      assert.equal(request.headers['x-service-attempt'], '1')
      assert.match(String(request.headers['x-service-delivery']), /^[0-9a-f-]{36}$/)
    }
    await waitFor(() => program.stdout().includes(stored[3]!.id))
    const { code } = await program.end('SIGINT')
    assert.equal(code, 0)
    const line = new RegExp(
      String.raw`^\d\d:\d\d:\d\d  ticket\.created +${stored[3]!.id}  200  \d+ ms$`,
      'm',
    )
    assert.match(program.stdout(), line)
    assert.match(
      program.stdout(),
      new RegExp(`^Stopped after 4 events: 4 accepted, 0 failed.*${toEventCursor(4)}`, 'm'),
    )
    assert.equal(program.stderr(), '')
  })

  test('continues after failures, outages and redirects of the server, and retries only with --retry', async () => {
    const answers = [500, 302, 200]
    const { scope, env, receiver } = await setUp((_request, response) => {
      response.statusCode = answers.shift() ?? 200
      response.setHeader('location', '/elsewhere')
      response.end()
    })
    const program = await listening(['--forward-to', receiver.url, '--json'], env)
    await recordTestEvents(scope, 3)
    await receiver.waitFor(3)
    await receiver.close()
    await recordTestEvents(scope, 1, 'message.sent', 3)
    const lines = await waitFor(() => {
      const said = program.stdout().trim().split('\n')
      return said.length === 4 ? said.map((line) => JSON.parse(line)) : undefined
    })
    assert.deepEqual(
      lines.map(({ event, forward }) => [event.data.number, forward.status, forward.error]),
      [
        [0, 500, 'unexpected_status'],
        [1, 302, 'redirect_not_followed'],
        [2, 200, null],
        [3, null, 'connection_refused'],
      ],
    )
    assert.ok(receiver.requests.every(({ path }) => path === '/'))
  })

  test('retries as often as --retry says, and signs each attempt again', async () => {
    const answers = [500, 503]
    const { scope, env, receiver } = await setUp((_request, response) => {
      response.statusCode = answers.shift() ?? 204
      response.end()
    })
    const secret = createWebhookSecret()
    const args = ['--forward-to', receiver.url, '--retry', '2', '--secret', secret]
    const program = await listening([...args, '--header', 'X-Own: yes'], env)
    await recordTestEvents(scope, 1)
    const requests = await receiver.waitFor(3)
    for (const request of requests) verifyDelivery(request, secret)
    assert.deepEqual(
      requests.map(({ headers }) => [headers['x-service-attempt'], headers['x-own']]),
      [
        ['1', 'yes'],
        ['2', 'yes'],
        ['3', 'yes'],
      ],
    )
    assert.equal(new Set(requests.map(({ headers }) => headers['x-service-delivery'])).size, 1)
    await waitFor(() => /204 {2}\d+ ms \(try 3\)/.test(program.stdout()))
    assert.ok(!program.stdout().includes(secret), 'a secret that was given is not printed')
  })

  test('starts at --since and prints the types in --events', async () => {
    const { scope, env } = await setUp()
    await recordTestEvents(scope, 2)
    await recordTestEvents(scope, 2, 'ticket.created', 2)
    const events = await scope.db
      .selectFrom('events')
      .select('id')
      .where('workspace_id', '=', scope.workspaceId)
      .orderBy('position')
      .execute()
    for (const [args, expected] of [
      [
        ['--since', '1h'],
        [0, 1, 2, 3],
      ],
      [
        ['--since', '2020-01-01', '--events', 'ticket.created'],
        [2, 3],
      ],
      [
        ['--since', events[0]!.id],
        [1, 2, 3],
      ],
      [['--since', toEventCursor(3)], [3]],
    ] as const) {
      const program = listen([...args, '--json'], env)
      const lines = await waitFor(() => {
        const said = program.stdout().split('\n').filter(Boolean)
        return said.length >= expected.length ? said : undefined
      })
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).event.data.number),
        expected,
      )
      await program.end('SIGKILL')
    }
  })

  test('ends with one clear line and exit code 1 if its key, scope, cursor or filter is rejected', async () => {
    const { scope, env } = await setUp()
    await recordTestEvents(scope, 3)
    await scope.db
      .updateTable('workspace_counters')
      .set({ trimmed_position: 2 })
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    const narrow = await createTestKey(scope, ['chats:read'])
    for (const [args, expected] of [
      [
        ['--api-key', 'sk_live_nonsense'],
        /^401 invalid_api_key: There is no such API key or access token\.\n$/,
      ],
      [['--api-key', narrow], /^403 insufficient_scope: .*events:read\.\n$/],
      [['--since', toEventCursor(1)], /^410 cursor_expired: .*after=[\w-]+\.\n$/],
      [['--events', 'ticket.opened'], /^422 validation_failed: .*ticket\.created.*\n$/],
      [['--since', 'now-ish!'], /^--since must be .*\n$/],
      [['--forward-to', 'ftp://localhost/'], /^--forward-to must be .*\n$/],
      [['--forward-to', 'localhost:1', '--secret', 'hunter2'], /^--secret must be .*\n$/],
      [['--url', 'nowhere'], /^--url must be .*\n$/],
    ] as const) {
      const { code, stdout, stderr } = await runCommand(['listen', ...args], env)
      assert.equal(code, 1, args.join(' '))
      assert.match(stderr, expected)
      assert.equal(stdout, '')
    }
    const keyless = await runCommand(['listen'], { PARLEY_URL: url })
    assert.equal(keyless.code, 1)
    assert.match(keyless.stderr, /^An API key is required\. .*PARLEY_API_KEY\.\n$/)
  })

  test('ends when its key is revoked', async () => {
    const { scope, env } = await setUp()
    const program = await listening([], env)
    await revoke(scope)
    assert.equal((await program.exited).code, 1)
    assert.match(program.stderr(), /^401 invalid_api_key: The API key was revoked\.\n$/)
  })

  test('waits for an unavailable Parley server, and prints that', async () => {
    const { env } = await setUp()
    const [port] = await findPorts(1)
    const program = listen([], { ...env, PARLEY_URL: `http://127.0.0.1:${port}` })
    await waitFor(() => /Not connected: .*cannot be reached.*Retrying/.test(program.stdout()))
    assert.equal((await program.end('SIGINT')).code, 0)
    assert.match(program.stdout(), /^Stopped after 0 events\.$/m)
  })
})

describe('events', () => {
  test('list prints the oldest first, and how to continue', async () => {
    const { scope, env } = await setUp()
    await recordTestEvents(scope, 230)
    const first = await runCommand(['events', 'list', '--limit', '205', '--json'], env)
    const { data, next_cursor, has_more } = JSON.parse(first.stdout)
    assert.deepEqual([data.length, has_more], [205, true])
    const rest = await runCommand(['events', 'list', '--since', next_cursor], env)
    const lines = rest.stdout.trim().split('\n')
    assert.equal(lines.length, 26)
    assert.match(lines[0]!, /^\S+Z {2}message\.sent +[0-9a-f-]{36}$/)
    assert.match(lines[25]!, /^No more events\./)
  })

  test('resend --forward-to fetches one event and forwards it as a webhook', async () => {
    const { scope, env, receiver } = await setUp()
    await recordTestEvents(scope, 1)
    const listed = await runCommand(['events', 'list', '--json'], env)
    const { id } = JSON.parse(listed.stdout).data[0]
    const sent = await runCommand(['events', 'resend', id, '--forward-to', receiver.url], env)
    assert.equal(sent.code, 0, sent.stderr)
    const [request] = await receiver.waitFor(1)
    verifyDelivery(request!, /whsec_\w+/.exec(sent.stdout)![0])
    assert.equal(request!.headers['webhook-id'], id)
    receiver.respondWith((_request, response) => void response.writeHead(500).end())
    const failed = await runCommand(['events', 'resend', id, '--forward-to', receiver.url], env)
    assert.equal(failed.code, 1)
    assert.match(failed.stderr, /did not accept the event\.\n$/)
    const none = await runCommand(['events', 'resend', 'x', '--forward-to', receiver.url], env)
    assert.match(none.stderr, /^404 event_not_found: .*\n$/)
  })
})
