import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { createClient } from '#db/pool.ts'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import type { Tab } from './browser.ts'
import { addMember, PASSWORD, signInWithPassword } from './member.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
/**
 * Gives a page's browser an authenticator that answers at once. With `isPresent` false the user does not touch it, so that
 * the suggestions of a field choose no passkey by themselves.
 */
async function addAuthenticator(tab: Tab, isPresent = true) {
  const cdp = await tab.context.newCDPSession(tab.page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: isPresent,
    },
  })
  return {
    touch: (enabled: boolean) => setPresence(cdp, authenticatorId, enabled),
    count: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function setPresence(cdp: CDPSession, authenticatorId: string, enabled: boolean) {
  await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
}

async function runSql(statement: string): Promise<void> {
  const client = createClient(product.env['DATABASE_URL']!, 'parley test')
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill(name)
  assert.deepEqual(await findViolations(page), [])
  await dialog.getByRole('button', { name: 'Create passkey' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a user adds a passkey, signs in with it, confirms with it, renames and removes it', async () => {
  const email = 'passkey@shop.example'
  await addMember(product, email)
  const tab = await product.open('/sign-in?next=/settings/security', { as: 'nobody' })
  const { page } = tab
  const authenticator = await addAuthenticator(tab)
  await signInWithPassword(page, email)
  await page.getByText('You have no passkeys.').waitFor()
  await addPasskey(page, 'Work laptop')
  const row = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')
  await row.getByText('Work laptop').waitFor()
  await row.getByText('On one device').waitFor()
  await row.getByText('Never used').waitFor()
  assert.equal(await authenticator.count(), 1)
  assert.deepEqual(await findViolations(page), [])

  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const again = page.getByRole('dialog', { name: 'Add a passkey' })
  await again.getByRole('button', { name: 'Create passkey' }).click()
  await again.getByText('already has a passkey for your account').waitFor()
  await again.getByRole('button', { name: 'Cancel' }).click()

  // Without a touch, the suggestions of the email field choose no passkey by themselves.
  await authenticator.touch(false)
  await page.request.post('/api/auth/sign-out', { headers: { origin: product.url } })
  await page.goto('/sign-in?next=/settings/security')
  const button = page.getByRole('button', { name: 'Sign in with a passkey' })
  await button.waitFor()
  assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
  assert.deepEqual(await findViolations(page), [])
  await authenticator.touch(true)
  await button.click()
  await page.waitForURL(/\/settings\/security/)
  await row.getByText('Last used').waitFor()

  await runSql(`update sessions set confirmed_at = now() - interval '1 hour'`)
  await page.getByRole('button', { name: 'Remove Work laptop' }).waitFor()
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename passkey' })
  await rename.getByLabel('Name').fill('Old laptop')
  await rename.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.getByRole('button', { name: 'Use a passkey' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await confirm.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByText('You have no passkeys.').waitFor()
  // The browser was asked to forget it too.
  await waitFor(async () => (await authenticator.count()) === 0)
})

test('the email field suggests passkeys', async () => {
  const email = 'suggested@shop.example'
  await addMember(product, email)
  const tab = await product.open('/sign-in?next=/settings/security', { as: 'nobody' })
  const authenticator = await addAuthenticator(tab)
  await signInWithPassword(tab.page, email)
  await addPasskey(tab.page, 'Work laptop')
  await authenticator.touch(false)
  await tab.page.request.post('/api/auth/sign-out', { headers: { origin: product.url } })
  // This authenticator chooses the suggested passkey as soon as its user touches it.
  await authenticator.touch(true)
  await tab.page.goto('/sign-in?next=/settings/security')
  await tab.page.waitForURL(/\/settings\/security/)
  await tab.page.getByText('Last used').waitFor()
})

test('a passkey is the second factor that a workspace requires, on a phone too', async () => {
  const [email, other] = ['strict@shop.example', 'strict2@shop.example']
  await addMember(product, email)
  await addMember(product, other)
  const look = { as: 'nobody', width: 320, height: 640, scheme: 'dark' } as const
  const tab = await product.open('/sign-in', look)
  const authenticator = await addAuthenticator(tab)
  const { page } = tab
  await signInWithPassword(page, email)
  await page.waitForURL(/\/inbox/)
  // No page of the app is open, so that none goes to the second factor by itself when the policy changes.
  await page.goto('about:blank')
  await runSql('update workspaces set require_second_factor = true')
  await runSql(`update sessions set confirmed_at = now() - interval '1 hour'`)
  await page.goto('/contacts')
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await confirm.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox/)

  await authenticator.touch(false)
  await page.request.post('/api/auth/sign-out', { headers: { origin: product.url } })
  await page.goto('/sign-in')
  await signInWithPassword(page, email)
  await page.getByRole('heading', { name: 'Use your passkey' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.equal(excess, 0)
  await authenticator.touch(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(/\/inbox/)
})
