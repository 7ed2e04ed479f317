import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '#db/pool.ts'
import { newId } from '#lib/ids.ts'
import { findViolations } from './browser.ts'
import { addMember, signInWithPassword } from './member.ts'
import { visit } from './pages.ts'
import { startWebProduct } from './product.ts'

const PATH = '/settings/instance'
const EMAIL = 'ops@shop.example'
const product = await startWebProduct()
const client = createClient(product.env['DATABASE_URL']!, 'parley test')
let workspaceId: string

// The database is dropped before the last hook of this file.
client.on('error', () => undefined)

before(async () => {
  await client.connect()
  await addMember(product, EMAIL)
  // With a mail server, the invitation would have proved the address.
  await client.query('update users set email_verified = true where email = $1', [EMAIL])
  const { rows } = await client.query<{ id: string }>('select id from workspaces')
  workspaceId = rows[0]!.id
  // A kind that no worker of this release works on.
  await client.query('alter table lanes drop constraint lanes_kind_check')
  await client.query(
    `insert into lanes (kind, workspace_id, target_id, due_at) values ('legacy', $1, $2, now() - interval '2 hours')`,
    [workspaceId, newId()],
  )
  await client.query(
    `insert into processes values ($1, 'old-host', 7, '{worker}', '0.0.9', 'v26.0.0', 5e8, now() - interval '3 days',
       now() - interval '1 hour')`,
    [newId()],
  )
  await client.query(
    `update channels set send_stopped_at = now(), send_error_code = '131042' where workspace_id = $1`,
    [workspaceId],
  )
})
after(() => client.end())

test('for an admin who is no operator, the page does not exist', async () => {
  const { page } = await product.open(PATH)
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await nav.getByRole('link', { name: 'Audit log' }).waitFor()
  assert.equal(await nav.getByRole('link', { name: 'Instance' }).count(), 0)
})

test('an operator sees the instance after a second factor, live, and reprocesses failed payloads', async () => {
  const { page, problems } = await product.open(`/sign-in?next=${PATH}`, { as: 'nobody' })
  await signInWithPassword(page, EMAIL)
  await page.getByText('Set up a second factor first').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await client.query(
    `insert into authenticators (user_id, secret, created_at, confirmed_at)
     select id, 'x', now(), now() from users where email = $1`,
    [EMAIL],
  )
  await visit(page, '/settings/security')
  await visit(page, PATH)
  const attention = page.getByRole('list', { name: 'Needs attention' })
  await attention.getByText('Work of the queue “legacy” has waited for 2h').waitFor()
  await attention.getByText('1 process stopped unexpectedly').waitFor()
  await attention.getByText('1 channel is stopped').waitFor()
  await attention.getByText('There is no backup yet').waitFor()
  await attention.getByText('parley backup --to FOLDER --keep 7').waitFor()
  const processes = page.getByRole('group', { name: 'Processes' })
  await processes.getByText('api, ingest, worker').waitFor()
  await processes.getByText('old-host:7').waitFor()
  await page.getByRole('group', { name: 'Largest tables' }).getByText('messages').first().waitFor()
  assert.deepEqual(await findViolations(page), [])

  await client.query(
    `insert into inbound_payloads (workspace_id, id, platform, body, status, error, due_at, received_at)
     values ($1, $2, 'whatsapp', 'Please call Leela', 'failed', 'no {', now(), now())`,
    [workspaceId, newId()],
  )
  // It appears by itself.
  await attention.getByText('1 received payload failed').waitFor()
  assert.ok(!(await page.content()).includes('Leela'))
  await page.getByRole('button', { name: /^Reprocess payloads of / }).click()
  const dialog = page.getByRole('dialog', { name: 'Reprocess failed payloads?' })
  await dialog.waitFor()
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Reprocess payloads' }).click()
  await page.getByText('1 payload is processed again.').waitFor()

  const { body: endpoint } = await product.admin('POST /api/developer/webhooks', {
    body: { url: 'https://secret.example.com/hook' },
  })
  await client.query(
    `update webhook_endpoints set failing_since = now() where workspace_id = $1 and id = $2`,
    [workspaceId, endpoint.id],
  )
  await client.query(
    `insert into webhook_deliveries (workspace_id, id, endpoint_id, event_id, event_type, status, position, attempts_max, created_at)
     values ($1, $2, $3, $4, 'message.received', 'failed', 1, 10, now())`,
    [workspaceId, newId(), endpoint.id, newId()],
  )
  await page.getByRole('button', { name: /^Resend deliveries of / }).click()
  const resend = page.getByRole('dialog', { name: 'Resend failed deliveries?' })
  await resend.getByRole('button', { name: 'Resend deliveries' }).click()
  await page.getByText('1 delivery is queued again.').waitFor()
  await page.getByRole('button', { name: /^Disable .+ of / }).click()
  const disable = page.getByRole('dialog', { name: 'Disable this endpoint?' })
  await disable.waitFor()
  assert.deepEqual(await findViolations(page), [])
  await disable.getByRole('button', { name: 'Disable' }).click()
  await page.getByText('The endpoint is disabled.').waitFor()
  assert.ok(!(await page.content()).includes('secret.example.com'))

  await page.setViewportSize({ width: 320, height: 640 })
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.equal(excess, 0)
  assert.deepEqual(problems, [])
})
