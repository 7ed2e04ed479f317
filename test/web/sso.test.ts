import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startOidcProvider } from '../oidc-provider.ts'
import { runJson } from '../processes.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()

test('an admin sets up single sign-on with a real issuer, and a new member signs in', async () => {
  const { page: settings } = await product.open('/settings/sso')
  const redirectUri = await settings.getByLabel('Redirect URI').inputValue()
  const client = { id: 'parley', secret: 'a secret of the client', redirectUri }
  const { url } = await startOidcProvider({ ...client, domain: 'shop.example' })
  await settings.getByLabel('Issuer URL').fill(url)
  await settings.getByLabel('Client ID').fill(client.id)
  await settings.getByLabel('Client secret').fill(client.secret)
  await settings.getByLabel('Button label').fill('Shop Login')
  assert.deepEqual(await findViolations(settings), [])
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.getByRole('button', { name: 'Require single sign-on' }).waitFor()
  await settings.getByPlaceholder('example.com', { exact: true }).fill('shop.example')
  await settings.getByRole('button', { name: 'Add domain' }).click()
  await settings.getByText(/parley-verification=/).waitFor()
  const { body } = await product.admin('GET /api/session')
  const { slug } = body.workspace
  await runJson(['sso', 'add-domain', '--workspace', slug, '--domain', 'shop.example'], product.env)

  const { page } = await product.open('/tickets', { as: 'nobody' })
  await page.getByRole('link', { name: 'Single sign-on' }).click()
  await page.getByLabel('Work e-mail').fill('ravi@shop.example')
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('input[name="login"]').fill('ravi')
  await page.locator('input[name="password"]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${product.url}/tickets`)
  await page.goto(`${product.url}/settings/profile`)
  await page.getByRole('textbox', { name: 'Email' }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'ravi@shop.example')
})
