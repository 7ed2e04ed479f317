import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { AGENT } from '../acceptance/set-up-database.ts'
import { startOidcProvider } from '../oidc-provider.ts'
import { ADMIN } from '../outside.ts'
import { runJson } from '../processes.ts'
import { findViolations } from './browser.ts'
import { visit } from './pages.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()

/** Enters a user's name and any password on the pages of the issuer, and agrees to sign in to Parley. */
async function signInAtIssuer(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Connects the account of a member with the single sign-on of the workspace, in a new browser. */
async function openLinked(slug: string, user: { email: string; password: string }): Promise<Page> {
  const { page } = await product.open(`/sso?workspace=${slug}`, { as: 'nobody' })
  await page.getByRole('button', { name: 'Sign in with Shop Login' }).click()
  await signInAtIssuer(page, user.email.split('@')[0]!)
  await page.getByText('already has an account').waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Email').fill(user.email)
  await page.locator('input[name="password"]').fill(user.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('but to no other workspace').waitFor()
  await page.getByRole('button', { name: 'Connect account' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sso'))
  return page
}

test('an admin sets up single sign-on with a real issuer, and a new member signs in', async () => {
  const { page: settings } = await product.open('/settings/sso')
  const redirectUri = await settings.getByLabel('Redirect URI').inputValue()
  const client = { id: 'parley', secret: 'a secret of the client', redirectUri }
  const { url } = await startOidcProvider({ ...client, domain: 'shop.example' })
  await settings.getByLabel('Issuer URL').fill(url)
  await settings.getByLabel('Client ID').fill(client.id)
  await settings.getByLabel('Client secret').fill(client.secret)
  await settings.getByLabel('Button label').fill('Shop Login')
  await settings.getByLabel('Role claim').fill('groups')
  await settings.getByLabel('Values for admins').fill('owners')
  await settings.getByLabel('Values for agents').fill('support\nsales')
  assert.deepEqual(await findViolations(settings), [])
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByRole('button', { name: 'Require single sign-on' }).waitFor()
  await settings.getByPlaceholder('example.com', { exact: true }).fill('shop.example')
  await settings.getByRole('button', { name: 'Add domain' }).click()
  await settings.getByText(/parley-verification=/).waitFor()
  const { body } = await product.admin('GET /api/session')
  const { slug } = body.workspace
  const stored = (await product.admin('GET /api/developer/sso')).body.connection
  assert.deepEqual(stored.role_values, { owners: 'admin', support: 'agent', sales: 'agent' })
  await runJson(['sso', 'add-domain', '--workspace', slug, '--domain', 'shop.example'], product.env)

  const { page } = await product.open('/tickets', { as: 'nobody' })
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.getByLabel('Work email').fill('ravi@shop.example')
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Continue' }).click()
  await signInAtIssuer(page, 'ravi')
  await page.waitForURL(`${product.url}/tickets`)
  await page.goto(`${product.url}/settings/profile`)
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'ravi@shop.example')
  assert.equal(await page.getByRole('heading', { name: 'Password' }).count(), 0)
  await visit(page, '/settings/security')
  await page.getByText('You signed in with single sign-on.').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0)
  assert.deepEqual(await findViolations(page), [])
})

test('members connect their accounts, confirm with single sign-on, and must use it once it is required', async () => {
  const { body } = await product.admin('GET /api/session')
  const { slug } = body.workspace
  const { redirect_uri: redirectUri } = (await product.admin('GET /api/developer/sso')).body
  const client = { id: 'parley', secret: 'a secret of the client', redirectUri }
  const { url } = await startOidcProvider({ ...client, domain: 'shop.example' })
  const saved = await product.admin('PATCH /api/developer/sso', {
    body: {
      issuer: url,
      client_id: client.id,
      client_secret: client.secret,
      label: 'Shop Login',
      default_role: 'agent',
      role_claim: null,
      role_values: {},
    },
  })
  assert.equal(saved.status, 200, saved.text)
  await openLinked(slug, AGENT)
  const page = await openLinked(slug, ADMIN)
  // A sign-in for which the issuer asked for no credentials must be confirmed.
  await page.goto(`${product.url}/api/auth/sso/start?workspace=${slug}&next=/settings/sso`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Require single sign-on' }).click()
  await page.getByText('sign in again with single sign-on').waitFor()
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await signInAtIssuer(page, 'admin')
  await page.waitForURL(`${product.url}/settings/sso`)
  await page.getByRole('button', { name: 'Require single sign-on' }).click()
  await page.getByRole('button', { name: 'Stop requiring it' }).waitFor()

  const { page: other } = await product.open('/tickets', { as: 'agent' })
  await other.getByRole('heading', { name: 'Single sign-on is required' }).waitFor()
  assert.deepEqual(await findViolations(other), [])
  await other.getByRole('button', { name: 'Continue' }).click()
  await signInAtIssuer(other, AGENT.email.split('@')[0]!)
  await other.waitForURL((at) => at.origin === product.url)
  await other.goto(`${product.url}/tickets`)
  await other.getByRole('heading', { name: 'Tickets', exact: true }).waitFor()
})
