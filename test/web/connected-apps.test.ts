import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UnauthorizedError } from '@modelcontextprotocol/client'
import type { Page } from 'playwright-core'
import { AGENT } from '../acceptance/set-up-database.ts'
import { createCall } from '../call.ts'
import { connectApp, REDIRECT_URI, registerApp, TestAppProvider } from '../oauth-app.ts'
import { runJson } from '../processes.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const { open, url } = product

/** Answers for the app at its address, and returns the address with which the browser arrives there. */
async function waitForReturn(page: Page, act: () => Promise<void>): Promise<string> {
  await page.route(`${REDIRECT_URI}*`, (route) => route.fulfill({ body: 'Connected.' }))
  const arrived = page.waitForURL(`${REDIRECT_URI}*`)
  await act()
  await arrived
  return page.url()
}

/** Returns the path of the page on which a member answers the request. */
const pathOf = ({ pathname, search }: URL) => pathname + search

test('a member signs in, gives an assistant access, sees it in the settings, and an admin disconnects it', async () => {
  const provider = new TestAppProvider()
  // Read as a number, it would lose digits.
  provider.stateOfApp = '0012345678901234567890'
  const client = await connectApp(url, provider, {
    fetch,
    async answer(address) {
      const { page } = await open(pathOf(address), { as: 'nobody' })
      await page.getByLabel('Email').fill(AGENT.email)
      await page.locator('input[name="password"]').fill(AGENT.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { name: 'Give Test assistant access?' }).waitFor()
      await page.getByText('Anyone can use this name.').waitFor()
      await page.getByText('a program on this device (localhost:7777)').waitFor()
      assert.deepEqual(await findViolations(page), [])
      await page.getByText('access to the workspace Lantern').waitFor()
      for (const [label, isChecked, isDisabled] of [
        ['Read contacts', true, false],
        ['Read messages and notes', true, false],
        ['Read deliveries of webhooks', false, true],
        ['Propose replies', false, false],
        ['Send replies', false, true],
        ['Create tickets', false, false],
      ] as const) {
        const box = page.getByLabel(label, { exact: true })
        assert.deepEqual([await box.isChecked(), await box.isDisabled()], [isChecked, isDisabled])
      }
      await page.getByLabel('Propose replies').check()
      return waitForReturn(page, () => page.getByRole('button', { name: 'Give access' }).click())
    },
  })
  const { tools } = await client.listTools()
  assert.ok(tools.some(({ name }) => name === 'draft_reply'))
  assert.ok(!tools.some(({ name }) => name === 'create_ticket'))

  const own = await open('/settings/apps', { as: 'agent' })
  await own.page.getByText('Read contacts, List conversations and channels').waitFor()
  assert.deepEqual(await findViolations(own.page), [])
  const all = await open('/developer/apps')
  await all.page.getByText(/^Connected by /).waitFor()
  await all.page.getByRole('button', { name: 'Disconnect Test assistant' }).click()
  await all.page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await all.page.getByText('No connected apps').waitFor()
  await all.page.getByText(`${url}/mcp`).waitFor()
  assert.deepEqual(await findViolations(all.page), [])
  await assert.rejects(client.listTools())
  const log = await open('/settings/audit-log')
  await log.page.getByText('disconnected the app Test assistant').waitFor()
  await log.page.getByText('connected the app Test assistant').first().waitFor()
  assert.deepEqual([...own.problems, ...all.problems, ...log.problems], [])
  await client.close().catch((err: unknown) => assert.ok(err instanceof UnauthorizedError))
})

test('a member refuses, chooses another workspace, or learns that a request is not valid', async () => {
  const app = await registerApp(createCall(url), 'Desk robot')
  const { page } = await open(`/authorize?${app.query()}`, { as: 'agent' })
  const denied = await waitForReturn(page, () =>
    page.getByRole('button', { name: 'Refuse' }).click(),
  )
  assert.equal(new URL(denied).searchParams.get('error'), 'access_denied')

  const other = await runJson<{ workspace: { id: string; slug: string } }>(
    ['workspaces', 'create', '--name', 'Second shop'],
    product.env,
  )
  const member = ['users', 'create', '--existing', '--email', AGENT.email, '--role', 'admin']
  await runJson(
    ['users', 'set-password', '--email', AGENT.email, '--password', AGENT.password],
    product.env,
  )
  await runJson([...member, '--workspace', other.workspace.slug], product.env)
  const { page: chooser } = await open(`/authorize?${app.query()}`, { as: 'nobody' })
  await chooser.getByLabel('Email').fill(AGENT.email)
  await chooser.locator('input[name="password"]').fill(AGENT.password)
  await chooser.getByRole('button', { name: 'Sign in', exact: true }).click()
  const select = chooser.getByLabel('Workspace')
  await select.selectOption({ label: 'Second shop' })
  // There, the member is an admin.
  await chooser.locator('input[value="messages:write"]:enabled').waitFor()
  assert.equal(await select.inputValue(), other.workspace.id)
  const given = await waitForReturn(chooser, () =>
    chooser.getByRole('button', { name: 'Give access' }).click(),
  )
  const code = new URL(given).searchParams.get('code')!
  assert.equal((await app.exchange(code)).status, 200)
  const here = await product.admin('GET /api/developer/connected-apps')
  assert.ok(here.body.data.every((each: any) => each.name !== 'Desk robot'))

  const { page: wrong } = await open(`/authorize?${app.query({ response_type: 'token' })}`)
  await wrong.getByText('The request of Desk robot isn’t valid').waitFor()
  assert.deepEqual(await findViolations(wrong), [])
  const back = await wrong.getByRole('link', { name: 'Return to the app' }).getAttribute('href')
  assert.match(back!, /error=unsupported_response_type/)
  const { page: unknown } = await open('/authorize?client_id=none')
  await unknown.getByText('The app is not registered here.').waitFor()
  assert.equal(await unknown.getByRole('link', { name: 'Return to the app' }).count(), 0)
})

// Last, because the tab of a profile is used again: its clock stands still from here on.
test('the page for giving access says at once that it loads, while the session is read', async () => {
  const { page } = await open('/sign-in', { as: 'nobody' })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/session', async (route) => {
    await held.promise
    await route.continue()
  })
  // No second passes on the page, so what waits for one is not shown.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/authorize?client_id=unknown')
  await page.getByRole('status', { name: 'Loading' }).waitFor()
  held.resolve()
})
