import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Message } from '#client/generated/models.ts'
import type { Page } from 'playwright-core'
import { openTempDir, startServer } from '../processes.ts'
import type { ProgramEnv } from '../processes.ts'
import { waitFor } from '../wait-for.ts'
import { findChat, message, thread, write } from './inbox-page.ts'
import { startWebProduct } from './product.ts'
import { startWriting } from './start-writing.ts'

const product = await startWebProduct()
const start = (env: ProgramEnv) => startServer(env, ['--only', 'api,ingest,worker', '--json'])

test('a server that dies in the middle of the traffic costs no message, and none is shown twice', async () => {
  await product.customerWrites('919833000002', 'Rohan Gupta', 'Before')
  const { id } = await findChat(product, '919833000002')
  const { page } = await product.open(`/inbox/${id}?view=all`)
  const agent = await product.open(`/inbox/${id}?view=all`, { as: 'agent' })
  await message(page, 'Before').waitFor()
  await message(agent.page, 'Before').waitFor()
  await write(page, 'Sent before the end')
  await message(agent.page, 'Sent before the end').waitFor()

  await product.server.end('SIGKILL')
  await page.getByText('Reconnecting…').waitFor()
  await page.keyboard.press('Escape')
  await write(page, 'Written while it was away')
  await message(page, 'Written while it was away').waitFor()
  await thread(page).getByText('couldn’t reach the server').waitFor()

  const again = await start(product.env)
  try {
    for (let index = 0; index < 5; index++)
      await product.customerWrites('919833000002', 'Rohan Gupta', `While you were gone ${index}`)
    for (const each of [page, agent.page]) {
      // The dead worker's lanes are free after its leases expire.
      await message(each, 'While you were gone 4').waitFor({ timeout: 90_000 })
      await message(each, 'Written while it was away').waitFor()
    }
    await thread(page).getByText('couldn’t reach the server').waitFor({ state: 'detached' })
    const { body } = await product.api(`GET /api/v1/chats/${id}/messages?limit=100`)
    const expected = body.data.map((each: Message) => each.text).toSorted()
    assert.equal(expected.length, 8, expected.join())
    for (const each of [page, agent.page]) {
      for (const text of expected) await message(each, text).waitFor()
      const shown = await thread(each)
        .locator('article bdi.customer-text')
        .evaluateAll((all) => all.map((text) => text.textContent))
      assert.deepEqual(shown.toSorted(), expected)
    }
  } finally {
    await again.end()
  }
})

test('what is opened while the server is away appears once it is back, and the composer stays where it is', async () => {
  const before = await start(product.env)
  await product.customerWrites('919833000004', 'Isha Bose', 'First')
  await product.customerWrites('919833000005', 'Kabir Lal', 'Second')
  const [{ id }, other] = [
    await findChat(product, '919833000004'),
    await findChat(product, '919833000005'),
  ]
  const { page } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'First').waitFor()
  const composer = page.getByRole('region', { name: 'Message composer' })
  const bottomOf = async () => {
    const box = await composer.boundingBox()
    return box && Math.round(box.y + box.height)
  }
  const bottom = await bottomOf()
  await before.end('SIGKILL')
  await page.getByText('Reconnecting…').waitFor()
  await page.getByRole('link', { name: /Kabir Lal/ }).click()
  await page.waitForURL(new RegExp(other.id))
  const failed = thread(page).getByText('Couldn’t reach the server')
  await failed.waitFor({ timeout: 60_000 })
  assert.equal(await bottomOf(), bottom)

  const again = await start(product.env)
  try {
    await message(page, 'Second').waitFor({ timeout: 60_000 })
    await failed.waitFor({ state: 'detached' })
    assert.equal(await bottomOf(), bottom)
  } finally {
    await again.end()
  }
})

test('a page that is open during an upgrade shows the new app without losing what is written in it', async () => {
  const old = await start(product.env)
  await product.customerWrites('919833000003', 'Asha Rao', 'Is it open?')
  const { id } = await findChat(product, '919833000003')
  const { page } = await product.open(`/inbox/${id}?view=all`)
  await message(page, 'Is it open\\?').waitFor()
  await startWriting(page, 'r')
  await page.keyboard.type('A draft')
  const form = (await product.open('/settings/profile', { as: 'agent' })).page
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Not saved yet')
  const hidden = (await product.open('/inbox', { as: 'agent' })).page
  // While the tab is visible, the focus in a field keeps the page.
  await hidden.getByRole('searchbox').focus()
  const signIn = (await product.open('/sign-in', { as: 'nobody' })).page
  const forgot = signIn.getByRole('link', { name: 'Forgot your password?' })
  await forgot.waitFor()
  const pages = [page, form, hidden, signIn]
  for (const each of pages) await each.evaluate(() => void ((globalThis as any).isOld = true))
  const isOld = (each: Page) => each.evaluate(() => 'isOld' in globalThis)
  const isNew = (each: Page) => each.waitForFunction(() => !('isOld' in globalThis))

  await old.end()
  const upgraded = await start({ ...product.env, WEB_DIR: await writeNewBuild() })
  try {
    // Without a session, no stream ends. The code of the next page is missing, so the page reloads itself.
    await forgot.click()
    await signIn.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await isNew(signIn)

    for (const each of [page, form, hidden])
      await each.getByText('Parley was updated').waitFor({ timeout: 30_000 })
    await hidden.evaluate(() => {
      const { document } = globalThis as any
      Math.random = () => 0
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new (globalThis as any).Event('visibilitychange'))
    })
    await isNew(hidden)

    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Contacts' })
      .click()
    await page.getByRole('heading', { name: 'Contacts' }).waitFor()
    await isNew(page)
    assert.equal(await page.getByText('Parley was updated').count(), 0)
    await page.goBack()
    await waitFor(async () => (await thread(page).locator('textarea').inputValue()) === 'A draft')

    // A text in a form would be lost, so only its user reloads the page.
    assert.equal(await name.inputValue(), 'Not saved yet')
    assert.equal(await isOld(form), true)
    await form.getByRole('button', { name: 'Reload' }).click()
    await name.waitFor()
    await isNew(form)
  } finally {
    await upgraded.end()
  }
})

test('a page that cannot load its own script is loaded again', async () => {
  const server = await start(product.env)
  try {
    const { page } = await product.open('/sign-in', { as: 'nobody' })
    let missing = 2
    await page.route('**/assets/index-*.js', (route) =>
      missing-- > 0 ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.ok(missing < 0)
  } finally {
    await server.end()
  }
})

/** Writes the built app under other file names, as a build of changed sources has, and returns its folder. */
async function writeNewBuild(): Promise<string> {
  const from = join(import.meta.dirname, '../../web/dist')
  const to = await openTempDir()
  mkdirSync(join(to, 'assets'))
  const names = readdirSync(join(from, 'assets')).filter((name) => /\.(js|css)$/.test(name))
  const rename = (name: string) => name.replace(/(\.\w+)$/, 'new$1')
  const pattern = new RegExp(names.map((name) => RegExp.escape(name)).join('|'), 'g')
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      cpSync(join(from, entry.name), join(to, entry.name))
  for (const path of ['index.html', ...names.map((name) => `assets/${name}`)])
    writeFileSync(
      join(to, path.startsWith('assets/') ? `assets/${rename(path.slice(7))}` : path),
      readFileSync(join(from, path), 'utf8').replace(pattern, rename),
    )
  return to
}
