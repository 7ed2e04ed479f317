import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { startSimulator } from '../../simulator/start-simulator.ts'
import { testConfig } from '../../simulator/test/pair.ts'
import { createIngest } from '#ingest.ts'
import { createForm } from '#inbound/forms/create-form.ts'
import { openTestApi } from '../app.ts'
import { openTestContext } from '../context.ts'
import { createTestWorkspace } from '../factories.ts'
import { fill, listRoutes } from './list-routes.ts'

const ROOT = join(import.meta.dirname, '../..')
const { context } = await openTestContext()
const { app: api } = await openTestApi(context)
const ingest = createIngest(context)
/** As a browser asks for a page. */
const headers = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate' }

type Page = { path: string; type: string; policy: string; text: string }

/** Returns the answer to a request for a path of a server in this process. */
async function get(app: typeof api, path: string): Promise<Page & { status: number }> {
  const { headers: answered, statusCode, body } = await app.inject({ url: path, headers })
  return {
    path,
    status: statusCode,
    type: String(answered['content-type']),
    policy: String(answered['content-security-policy'] ?? ''),
    text: body,
  }
}

/** Asserts that a page names an icon that its policy allows, and that its server has it. */
async function assertIcon(
  { path, text, policy }: Page,
  load: (path: string) => Promise<{ status: number; type: string }>,
): Promise<void> {
  const [, icon = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? []
  assert.ok(icon, `${path} names no icon`)
  assert.match(policy.replace(/^$/, 'img-src'), /img-src(?! 'none')/, `${path} refuses its icon`)
  assert.deepEqual((await load(icon)).status, 200, `${path}: ${icon}`)
}

test('every page of the API server and of the ingest server names its icon', async () => {
  const paths = (app: typeof api) =>
    listRoutes(app)
      .filter(({ method, url }) => method === 'GET' && !url.startsWith('/api/'))
      .map(({ url }) => fill(url, 'some').replace('*', ''))
  const pages: string[] = []
  for (const app of [api, ingest])
    for (const path of new Set([
      ...paths(app),
      '/docs/guides/errors',
      '/docs/reference/',
      '/some-typo',
    ])) {
      const page = await get(app, path)
      if ([301, 302].includes(page.status) || !page.type.startsWith('text/html')) continue
      pages.push(path)
      await assertIcon(page, (icon) => get(app, icon))
    }
  for (const path of ['/', '/inbox', '/authorize', '/docs', '/docs/reference/', '/some-typo'])
    assert.ok(pages.includes(path), path)
})

test('the confirmation of a form names its icon', async () => {
  const { scope } = await createTestWorkspace(context)
  const { token } = await createForm(scope, { name: 'Website' })
  const answer = await ingest.inject({
    method: 'POST',
    url: `/webhook/form/${token}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=Asha',
  })
  const page = { path: 'the confirmation', type: '', policy: '', text: answer.body }
  await assertIcon(page, (icon) => get(ingest, icon))
})

test('every page of the simulator names its icon', async (t) => {
  const simulator = await startSimulator(testConfig('http://127.0.0.1:1/'))
  t.after(() => simulator.close())
  const load = async (path: string) => {
    const response = await fetch(simulator.url + path, { headers: { accept: headers.accept } })
    return {
      path,
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      policy: response.headers.get('content-security-policy') ?? '',
      text: await response.text(),
    }
  }
  for (const path of ['/', '/shop', '/receiver']) {
    const page = await load(path)
    assert.match(page.type, /^text\/html/, path)
    await assertIcon(page, load)
  }
  const { status, type } = await load('/favicon.ico')
  assert.deepEqual([status, type.startsWith('image/')], [200, true])
})

test('every server answers with an image at /favicon.ico', async () => {
  for (const app of [api, ingest]) {
    const { status, type } = await get(app, '/favicon.ico')
    assert.deepEqual([status, type.startsWith('image/')], [200, true])
  }
})

test('every page in a source names its icon', () => {
  const patterns = ['server', 'simulator', 'web', 'client', 'integrations', 'test', 'bench'].map(
    (folder) => `${folder}/**/*.{ts,tsx,js,html}`,
  )
  const exclude = (path: string) => /node_modules|\/dist\b/.test(path)
  const found = globSync(patterns, { cwd: ROOT, exclude })
    .filter((file) => join(ROOT, dirname(file)) !== import.meta.dirname)
    .flatMap((file) =>
      readFileSync(join(ROOT, file), 'utf8')
        .split(/(?=<!doctype html>)/i)
        .slice(1)
        // The page ends with its element, or with the literal that it is in.
        .map((text) => [file, /rel="icon"/.test(text.split(/<\/html>|'\)/)[0]!)] as const),
    )
  assert.ok(found.length >= 6)
  // No server sends these: the text of a mail, and a file that is refused.
  const isSent = (file: string) =>
    !['server/account/mail/to-html.ts', 'server/web-chats/visitors/files.test.ts'].includes(file)
  assert.deepEqual(
    found.filter(([file, namesIcon]) => isSent(file) && !namesIcon).map(([file]) => file),
    [],
  )
})
