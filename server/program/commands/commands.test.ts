import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { createTestDatabase } from '#test/context.ts'
import { openGraph } from '#test/graph.ts'
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
    const credentials = ['--email', 'Lena@Shop.example', '--password', 'long enough words']
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
    assert.deepEqual(await json('charges', 'backfill', ...at), { messages: 0 })
    const again = await refusal('users', 'create', ...credentials, ...at)
    assert.match(again, /already a member of this workspace/)

    const ids = async (name: string, ...list: string[]) =>
      (await json(...list, 'list', ...(name === 'workspaces' ? [] : at)))[name].map(
        (each: { id: string }) => each.id,
      )
    assert.ok((await ids('workspaces', 'workspaces')).includes(workspace.id))
    assert.deepEqual(await ids('members', 'users'), [user.membership.id])
    assert.equal((await ids('api_keys', 'keys')).length, 2)
    assert.deepEqual(await ids('channels', 'channels'), [channel.id])
    assert.deepEqual(await ids('forms', 'forms'), [form.id])
    const table = await runCommand(['keys', 'list', ...at], env)
    assert.match(table.stdout, new RegExp(`^id +name +scopes .*\n${'.*\n'}?${api_key.id} +CRM `))
    assert.doesNotMatch(table.stdout, /sk_live_/)
  })

  test('connects a channel without proof, and releases its account for another workspace', async () => {
    for (const name of ['Old Shop', 'New Shop']) await json('workspaces', 'create', '--name', name)
    const number = ['--type', 'whatsapp', '--phone-number-id', '555000222']
    const create = (slug: string) => ['channels', 'create', '--workspace', slug, ...number]
    const { channel } = await json(...create('old-shop'))
    assert.equal(channel.has_access_token, false)
    assert.match(await refusal(...create('new-shop')), /already connected/)
    const release = ['channels', 'release', ...number]
    assert.match(await refusal(...release), /--disconnect/)
    const done = await json(...release, '--disconnect')
    assert.equal(done.channel.id, channel.id)
    assert.ok(done.channel.disconnected_at && done.channel.released_at)
    assert.match(await refusal(...create('new-shop')), /released a moment ago/)
    assert.ok((await json(...create('old-shop'))).channel.id)
    const unknown = ['channels', 'release', '--type', 'whatsapp', '--phone-number-id', '555000333']
    assert.match(await refusal(...unknown), /neither connected nor reserved/)
  })

  test('finds the channels whose owner the platform does not confirm', async () => {
    const { graphUrl, addNumber } = await openGraph()
    const other = await createTestDatabase()
    after(other.drop)
    const own = { ...env, DATABASE_URL: other.url, GRAPH_URL: graphUrl }
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCommand([...args, '--json'], own)
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    await addNumber({ account: '70001', businessAccount: '801' })
    await addNumber({ account: '70002', businessAccount: '802' })
    await run('workspaces', 'create', '--name', 'Shop')
    for (const [account, ...token] of [
      ['70001', '--access-token', 'sim_waba_801'],
      ['70002', '--access-token', 'sim_waba_801'],
      ['70003'],
    ] as const) {
      const number = ['--type', 'whatsapp', '--account', account]
      await run('channels', 'create', '--workspace', 'shop', ...number, ...token)
    }
    const { channels } = await run('channels', 'check')
    assert.deepEqual(
      channels.map((each: any) => [each.workspace, each.account, each.ownership]),
      [
        ['shop', '70001', 'proven'],
        ['shop', '70002', 'unproven'],
        ['shop', '70003', 'no_access_token'],
      ],
    )
  })

  test('adds an existing user only with --existing, and never pretends to set a password', async () => {
    for (const name of ['First Shop', 'Second Shop'])
      await json('workspaces', 'create', '--name', name)
    const at = (slug: string) => ['--workspace', slug, '--email', 'kim@shop.example']
    const first = await json(
      'users',
      'create',
      ...at('first-shop'),
      '--password',
      'plenty of good words',
    )
    const refused = await refusal(
      'users',
      'create',
      ...at('second-shop'),
      '--password',
      'some other words',
    )
    assert.match(refused, /already has an account.*password was not changed.*--existing/)
    const both = await refusal(
      'users',
      'create',
      ...at('second-shop'),
      '--existing',
      '--password',
      'some other words',
    )
    assert.match(both, /--existing keeps the password/)
    const joined = await json('users', 'create', ...at('second-shop'), '--existing')
    assert.equal(joined.user.id, first.user.id)
    assert.notEqual(joined.membership.id, first.membership.id)
    const unknown = ['--workspace', 'first-shop', '--email', 'nobody@shop.example', '--existing']
    assert.match(await refusal('users', 'create', ...unknown), /has no account/)
    const none = await refusal('users', 'set-password', '--email', 'kim@shop.example')
    assert.match(none, /no password/)
    const set = await runCommand(
      ['users', 'set-password', '--email', 'kim@shop.example', '--json'],
      env,
      'words from a file\n',
    )
    assert.equal(set.code, 0, set.stderr)
    assert.equal(JSON.parse(set.stdout).user.id, first.user.id)
    const short = await runCommand(
      ['users', 'set-password', '--email', 'kim@shop.example'],
      env,
      'short\n',
    )
    assert.match(short.stderr, /^password must have/)
  })

  test('revokes keys, ends sessions and disables users', async () => {
    const { workspace } = await json('workspaces', 'create', '--name', 'Broken Shop')
    const at = ['--workspace', workspace.slug]
    const who = ['--email', 'sam@shop.example']
    const user = await json('users', 'create', ...at, ...who, '--password', 'plenty of good words')
    const ofTest = await json('keys', 'create', ...at, '--name', 't', '--scopes', 'read', '--test')
    assert.equal(ofTest.api_key.mode, 'test')
    assert.match(ofTest.api_key.secret, /^sk_test_/)
    const { api_key } = await json('keys', 'create', ...at, '--name', 'x', '--scopes', 'read')
    assert.deepEqual(await json('keys', 'revoke', ...at, '--id', api_key.id), {
      api_key: { id: api_key.id },
    })
    assert.match(await refusal('keys', 'revoke', ...at, '--id', user.user.id), /no such API key/)
    assert.deepEqual(await json('sessions', 'end', ...who), { ended_sessions: 0 })
    assert.match(await refusal('sessions', 'end'), /--email.*--all/)
    assert.deepEqual((await json('users', 'passkeys', ...who)).passkeys, [])
    assert.deepEqual((await json('users', 'remove-passkeys', ...who)).removed, [])
    const unknown = ['users', 'remove-passkeys', ...who, '--id', user.user.id]
    assert.match(await refusal(...unknown), /no such passkey/)
    assert.equal((await json('users', 'disable', ...who)).user.id, user.user.id)
    assert.equal((await json('users', 'enable', ...who)).user.id, user.user.id)
    assert.match(await refusal('users', 'disable', '--email', 'no@shop.example'), /has no account/)
  })

  test('reports a mistake in one line', async () => {
    const key = ['keys', 'create', '--name', 'x']
    const cases: [args: string[], said: RegExp][] = [
      [[...key, '--workspace', 'nowhere', '--scopes', 'read'], /no workspace "nowhere"/],
      [[...key, '--workspace', 'nowhere', '--scopes', 'read', '--expires', 'soon'], /--expires/],
      [[...key, '--workspace', 'nowhere', '--scopes', 'read', '--rate-limit', '0'], /--rate-limit/],
      [[...key], /--workspace/],
      [['migrate', '--colour'], /unknown option '--colour'/],
      [['strat'], /unknown command 'strat' \(Did you mean start\?\)/],
      [['start', '--only', 'api,ui'], /Choose from api, ingest, worker, simulator/],
    ]
    await Promise.all(cases.map(async ([args, said]) => assert.match(await refusal(...args), said)))
  })

  test('has help for every command', async () => {
    const commands = [
      ['start'],
      ['migrate'],
      ['workspaces', 'list'],
      ['workspaces', 'create'],
      ['users', 'create'],
      ['users', 'set-password'],
      ['users', 'disable'],
      ['users', 'enable'],
      ['sessions', 'end'],
      ['keys', 'revoke'],
      ['keys', 'create'],
      ['channels', 'create'],
      ['forms', 'create'],
      ['secrets', 'reencrypt'],
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

  test('says in the help of backup that it is plain text without a passphrase or a key', async () => {
    const { stdout } = await runCommand(['backup', '--help'])
    assert.match(stdout.replaceAll(/\s+/g, ' '), /plain text unless a passphrase or a key is given/)
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
      ['database', 'migrations', 'clock', 'data', 'PORT', 'INGEST_PORT', 'secrets', 'dns'],
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

  test("exports a contact's data, erases the contact, and sets how long messages are kept", async () => {
    const { workspace } = await json('workspaces', 'create', '--name', 'Quiet Shop')
    const id = newId()
    const client = createClient(database.url, 'parley test')
    await client.connect()
    after(() => client.end())
    await client.query(
      `insert into people (workspace_id, id, name, source, created_at, updated_at)
       values ($1, $2, 'Leaves for good', 'test', now(), now())`,
      [workspace.id, id],
    )
    const dir = await openTempDir()
    const output = join(dir, 'contact.tar.gz')
    const at = ['--workspace', 'quiet-shop']
    const exported = await runCommand(
      ['contacts', 'export-data', ...at, '--id', id, '--output', output],
      { ...env, DATA_DIR: dir },
    )
    assert.equal(exported.code, 0, exported.stderr)
    assert.match(gunzipSync(await readFile(output)).toString(), /"name":"Leaves for good"/)
    const { erasure } = await json('contacts', 'erase', ...at, '--id', id)
    assert.deepEqual([erasure.status, erasure.contact_id], ['completed', id])
    assert.match(await refusal('contacts', 'erase', ...at, '--id', id), /contact/i)
    const { rows } = await client.query('select from people where id = $1', [id])
    assert.equal(rows.length, 0)
    await json('workspaces', 'retention', ...at, '--messages', '30', '--audit', 'forever')
    const kept = await client.query(
      'select message_retention_days, audit_retention_days from workspaces where id = $1',
      [workspace.id],
    )
    assert.deepEqual(kept.rows, [{ message_retention_days: 30, audit_retention_days: null }])
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
