import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { findViolations } from './browser.ts'
import { startWebProduct } from './product.ts'

const product = await startWebProduct()
const PASSWORD = 'a lantern in the window'

/** Invites a user by the API, because there is no mail server; returns the path of the link. */
async function invite(email: string, role = 'agent'): Promise<string> {
  const { body } = await product.admin('POST /api/developer/invitations', {
    body: { email, role },
  })
  return new URL(body.link).pathname + new URL(body.link).hash
}

/** Adds a member with `PASSWORD` to the workspace. */
async function addMember(email: string): Promise<void> {
  const token = (await invite(email)).split('#')[1]!
  const { status } = await product.admin('POST /api/auth/accept-invitation', {
    body: { token, name: 'Mina Das', password: PASSWORD },
    headers: { cookie: '' },
  })
  assert.equal(status, 200)
}

/** Waits for the newest link of a password reset, which is in the log without a mail server. */
function linkInLog(count: number): Promise<string> {
  return waitFor(() => {
    const log = product.server.stdout() + product.server.stderr()
    const links = [...log.matchAll(/\/reset-password#\w+/g)].map(([link]) => link)
    return links.length >= count ? links.at(-1) : undefined
  })
}

async function whoIsSignedIn(page: Page): Promise<string | null> {
  return page.evaluate(async () => {
    const answer = await fetch('/api/session')
    return answer.ok ? ((await answer.json()) as { user: { email: string } }).user.email : null
  })
}

test('one signs in by keyboard alone, and password managers know the fields', async () => {
  const { page } = await product.open('/sign-in', { as: 'nobody' })
  const email = page.getByLabel('Email')
  await email.waitFor()
  assert.equal(await email.getAttribute('autocomplete'), 'username webauthn')
  const password = page.locator('input[name="password"]')
  assert.equal(await password.getAttribute('autocomplete'), 'current-password')
  await page.keyboard.type('agent@shop.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mind-the-counter')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox/)
  assert.equal(await whoIsSignedIn(page), 'agent@shop.example')
})

test('a link to another site is not followed after signing in', async () => {
  const next = encodeURIComponent('//evil.example/inbox')
  const { page } = await product.open(`/sign-in?next=${next}`, { as: 'nobody' })
  await page.getByLabel('Email').fill('agent@shop.example')
  await page.locator('input[name="password"]').fill('mind-the-counter')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${product.url}/inbox`)
})

test('signing out ends the session, on this page and on the server', async () => {
  await addMember('leaver@shop.example')
  const { page } = await product.open('/sign-in', { as: 'nobody' })
  await page.getByLabel('Email').fill('leaver@shop.example')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox/)
  await page.getByRole('button', { name: 'Mina Das’s account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
  assert.equal(await whoIsSignedIn(page), null)
})

test('an invitation makes an account, and the token stays out of the address and of the history', async () => {
  const link = await invite('new@shop.example')
  const { page, problems } = await product.open(link, { as: 'nobody' })
  await page.getByRole('heading', { name: /^Join / }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  assert.equal(await page.getByLabel('Email').inputValue(), 'new@shop.example')
  assert.deepEqual(await findViolations(page), [])
  await page.getByLabel('Your name').fill('Mina Das')
  await page.locator('input[name="password"]').fill('short')
  await page.getByRole('button', { name: 'Join workspace' }).click()
  assert.match(page.url(), /\/invitations$/)
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Join workspace' }).click()
  await page.waitForURL(/\/inbox/)
  assert.equal(await whoIsSignedIn(page), 'new@shop.example')
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'This invitation no longer works' }).waitFor()
  assert.deepEqual(
    problems.filter((problem) => !/404/.test(problem)),
    [],
  )
})

test('a forgotten password is set anew by the link, and the page tells nobody who has an account', async () => {
  await addMember('forgetful@shop.example')
  const ask = async (email: string) => {
    const { page } = await product.open('/sign-in', { as: 'nobody' })
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    return { page, text: await page.locator('main').innerText() }
  }
  const stranger = await ask('stranger@shop.example')
  const { page, text } = await ask('forgetful@shop.example')
  assert.equal(stranger.text, text)
  const link = await linkInLog(1)
  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  assert.equal(new URL(page.url()).hash, '')
  const field = page.locator('input[name="password"]')
  assert.equal(await field.getAttribute('autocomplete'), 'new-password')
  await field.fill('a kite above the roof')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password has been changed').waitFor()
  await page.getByLabel('Email').fill('forgetful@shop.example')
  await page.locator('input[name="password"]').fill('a kite above the roof')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox/)
  await page.goto('about:blank')
  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.locator('input[name="password"]').fill('a third one, too late')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('who was removed is told so on the next page, and may sign in as somebody else', async () => {
  await addMember('gone@shop.example')
  const { page } = await product.open('/sign-in', { as: 'nobody' })
  await page.getByLabel('Email').fill('gone@shop.example')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox/)
  const { body } = await product.admin('GET /api/developer/members?limit=100')
  const member = body.data.find((each: { email: string }) => each.email === 'gone@shop.example')
  await product.admin(`DELETE /api/developer/members/${member.id}`)
  await page.goto('/inbox')
  await page.waitForURL(/\/sign-in/)
  await page.getByLabel('Email').fill('gone@shop.example')
  await page.locator('input[name="password"]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('isn’t in any workspace').waitFor()
})

test('the pages for who is not signed in fit a phone, in Hindi too', async () => {
  const { page } = await product.open('/forgot-password', {
    as: 'nobody',
    width: 375,
    height: 667,
    locale: 'hi-IN',
  })
  await page.getByRole('heading', { name: 'अपना पासवर्ड रीसेट करें' }).waitFor()
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  assert.equal(excess, 0)
  await page.getByLabel('भाषा').selectOption('en')
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
})
