import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createTestDatabase } from '#test/context.ts'
import { startMailServer } from '#test/mail-server.ts'
import { openTempDir, runCommand } from '#test/processes.ts'
import { startTestS3Server } from '#test/s3-server.ts'

const database = await createTestDatabase()
after(database.drop)
const env = { SECRET_KEY: 'a1'.repeat(32), DATABASE_URL: database.url }

/** The JSON that a command prints. */
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], env)
  assert.equal(code, 0, stderr)
  assert.equal(stdout.split('\n').length, 2)
  return JSON.parse(stdout)
}

async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  assert.equal(code, 1)
  assert.equal(stdout, '')
  assert.match(stderr, /^[^\n]+\n$/)
  return stderr
}

describe('the command line', () => {
  test('creates a workspace with its admin, key, channel and form', async () => {
    const { workspace } = await json('workspaces', 'create', '--name', 'Corner Shop')
    assert.equal(workspace.slug, 'corner-shop')
    const at = ['--workspace', 'corner-shop']
    const credentials = ['--email', 'Lena@Shop.example', '--password', 'long enough']
    const user = await json('users', 'create', ...credentials, ...at, '--role', 'admin')
    assert.equal(user.user.email, 'lena@shop.example')
    assert.equal(user.membership.role, 'admin')
    const key = ['keys', 'create', '--workspace', workspace.id, '--name', 'CRM']
    const { api_key } = await json(
      ...key,
      '--scopes',
      'chats:read,write',
      '--expires',
      '2090-01-01T00:00:00Z',
      '--rate-limit',
      'off',
    )
    assert.match(api_key.secret, /^sk_live_/)
    assert.deepEqual(api_key.scopes, ['chats:read', 'write'])
    assert.equal(api_key.expires_at, '2090-01-01T00:00:00.000Z')
    assert.equal(api_key.rate_limit, null)
    assert.equal((await json(...key, '--scopes', '*')).api_key.rate_limit, 100)
    const { channel } = await json(
      'channels',
      'create',
      ...at,
      '--type',
      'whatsapp',
      '--phone-number-id',
      '555000111',
      '--display-phone',
      '+44 7700 900000',
      '--access-token',
      'abc',
    )
    assert.ok(channel.id)
    const { form } = await json('forms', 'create', ...at, '--name', 'Website')
    assert.ok(form.id && form.token)
    const again = await refusal('users', 'create', ...credentials, ...at)
    assert.match(again, /already a member of this workspace/)
  })

  test('reports a mistake in one line', async () => {
    const key = ['keys', 'create', '--name', 'x']
    const cases: [args: string[], said: RegExp][] = [
      [[...key, '--workspace', 'nowhere', '--scopes', 'read'], /no workspace "nowhere"/],
      [[...key, '--workspace', 'nowhere', '--scopes', 'read', '--expires', 'soon'], /--expires/],
      [[...key, '--workspace', 'nowhere', '--scopes', 'read', '--rate-limit', '0'], /--rate-limit/],
      [[...key], /--workspace/],
      [['migrate', '--colour'], /unknown option '--colour'/],
      [['start', '--only', 'api,ui'], /Choose from api, ingest, worker, simulator/],
    ]
    await Promise.all(cases.map(async ([args, said]) => assert.match(await refusal(...args), said)))
  })

  test('has help for every command', async () => {
    const commands = [
      ['start'],
      ['migrate'],
      ['workspaces', 'create'],
      ['users', 'create'],
      ['keys', 'create'],
      ['channels', 'create'],
      ['forms', 'create'],
      ['database-url'],
      ['doctor'],
    ]
    for (const command of commands) {
      const { code, stdout } = await runCommand([...command, '--help'])
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`Usage: parley ${command.join(' ')}`))
      assert.match(stdout, /--json/)
    }
  })

  test('migrates once, and prints the URL of the database', async () => {
    assert.deepEqual(await json('migrate'), { applied: [] })
    assert.deepEqual(await json('database-url'), { database_url: env.DATABASE_URL })
    const dataDir = await openTempDir()
    const none = await runCommand(['database-url'], { DATA_DIR: dataDir })
    assert.equal(none.code, 1)
    assert.match(none.stderr, /^The embedded database in \S+ is not running[^\n]*\n$/)
  })

  test('doctor prints one line per check', async () => {
    const ports = { PORT: '0', INGEST_PORT: '0', SIMULATOR_PORT: '0' }
    const graph = { GRAPH_URL: 'http://localhost:9/v25.0' }
    const well = await runCommand(['doctor', '--json'], { ...env, ...ports, ...graph })
    const { ok, checks } = JSON.parse(well.stdout)
    assert.equal(ok, true, well.stdout)
    assert.deepEqual(
      checks.map((each: { name: string }) => each.name),
      [
        'database',
        'migrations',
        'clock',
        'PORT',
        'INGEST_PORT',
        'SIMULATOR_PORT',
        'secrets',
        'dns',
      ],
    )
    assert.equal(well.code, 0)
    const ill = await runCommand(['doctor'], {
      ...env,
      ...ports,
      ...graph,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    })
    assert.equal(ill.code, 1)
    assert.match(ill.stdout, /^FAIL +database +\S/m)
    assert.match(ill.stderr, /^1 of \d checks failed: database\.\n$/)
  })

  test('doctor checks the configured file storage and mail server', async () => {
    const store = await startTestS3Server()
    const mail = await startMailServer()
    after(() => store.close())
    after(() => mail.close())
    const settings = {
      PORT: '0',
      INGEST_PORT: '0',
      SIMULATOR_PORT: '0',
      GRAPH_URL: 'http://localhost:9/v25.0',
      S3_ENDPOINT: store.config.endpoint,
      S3_REGION: store.config.region,
      S3_ACCESS_KEY_ID: store.config.accessKeyId,
      SMTP_URL: mail.url,
      MAIL_FROM: 'parley@example.com',
    }
    const secret = { S3_SECRET_ACCESS_KEY: store.config.secretAccessKey }
    const well = await runCommand(['doctor'], { ...env, ...settings, ...secret })
    assert.match(well.stdout, /^ok +files +\S/m)
    assert.match(well.stdout, /^ok +mail +\S/m)
    assert.equal(store.objects.size, 0)
    assert.ok(store.requests.length > 0)
    const ill = await runCommand(['doctor'], {
      ...env,
      ...settings,
      S3_SECRET_ACCESS_KEY: 'hunter2',
      SMTP_URL: 'smtp://root:hunter2@127.0.0.1:1',
    })
    assert.match(ill.stdout, /^FAIL +files +\S+ cannot be used: it responded with 403 Signature/m)
    assert.match(ill.stdout, /^FAIL +mail +127\.0\.0\.1:1 does not accept mail/m)
    assert.doesNotMatch(ill.stdout + ill.stderr, /hunter2/)
  })
})
