import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { ERRORS } from '#shared/errors.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'

const { context } = await openTestContext()
const { app } = await openTestApi(context)

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ url, headers })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

const REFERENCE = '/docs/reference'

/** Follows every link from /docs and returns each page's HTML by its path. */
async function crawl(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const open = ['/docs']
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (pages.has(path)) continue
    const { status, headers, body } = await get(path === REFERENCE ? `${REFERENCE}/` : path)
    assert.equal(status, 200, path)
    pages.set(path, body)
    if (!String(headers['content-type']).startsWith('text/html') || path === REFERENCE) continue
    for (const [, target] of body.matchAll(/(?:href|src)="(\/(?:docs|llms|problems)[^"#]*)/g))
      open.push(target!)
  }
  return pages
}

describe('the documentation', () => {
  test('has no broken link, and every link to a section leads to one', async () => {
    const pages = await crawl()
    assert.ok(pages.size > 60, `${pages.size} pages`)
    for (const [path, html] of pages) {
      if (path === REFERENCE || !html.startsWith('<!doctype')) continue
      for (const [, target, id] of html.matchAll(/<a[^>]* href="(\/docs[^"#]*)?#([^"]+)"/g)) {
        const page = pages.get(target ?? path)!
        assert.ok(page.includes(`id="${id}"`), `${path} links to ${target ?? ''}#${id}`)
      }
    }
  })

  test('loads nothing from another host, and no inline script', async () => {
    const { headers, body } = await get('/docs/guides/errors')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'/)
    assert.doesNotMatch(body, /(?:src|href)="(?:https?:)?\/\/[^"]*\.(?:js|css|png|svg)/)
    assert.doesNotMatch(body, /<script(?![^>]* src=)|<style| style="/)
  })

  test('is also Markdown, page by page and as a whole', async () => {
    const page = await get('/docs/guides/errors.md')
    assert.match(String(page.headers['content-type']), /^text\/markdown/)
    assert.match(page.body, /^# Handle errors\n/)
    assert.match((await get('/docs/index.md')).body, /^# Documentation\n/)
    const list = await get('/llms.txt')
    const links = [...list.body.matchAll(/\]\((\/docs\/[^)]+\.md)\): .{10}/g)].map(
      ([, url]) => url!,
    )
    assert.ok(links.length > 20)
    const whole = (await get('/llms-full.txt')).body
    for (const link of links) {
      const { status, body } = await get(link)
      assert.equal(status, 200, link)
      assert.ok(whole.includes(body), link)
    }
  })

  test('has a page for each group of operations, with a send first, its samples, and its objects', async () => {
    const { body } = await get('/docs/api/messages.md')
    assert.match(body, /^# API: Messages\n[^#]*\n## Send a message\n/)
    for (const part of [
      'curl -X POST "$PARLEY_URL/api/v1/messages/send"',
      'await parley.messages.sendMessage({',
      'parley.messages.send_message(',
      '[window_closed](/docs/errors#window_closed) (422)',
      '## Message object',
    ])
      assert.ok(body.includes(part), part)
    const page = await get('/docs/api/messages')
    assert.match(page.body, /<h2 id="send-a-message">/)
    assert.match((await get('/llms.txt')).body, /\(\/docs\/api\/messages\.md\)/)
    const { body: index } = await get('/docs/search.json')
    assert.match(index, /"\/docs\/api\/messages#send-a-message"/)
    const described = JSON.parse((await get('/openapi.json')).body)
    const whole = (await get('/llms-full.txt')).body
    for (const methods of Object.values<object>(described.paths))
      for (const { operationId } of Object.values(methods))
        assert.ok(whole.includes(`\`${operationId}\``), operationId)
    assert.equal((await get('/docs/api/nothing')).status, 404)
  })

  test('lists every event with an example, and every error code where problems point to', async () => {
    const events = await get('/docs/events')
    for (const type of EVENT_TYPES)
      assert.ok(events.body.includes(`id="${type.replace('.', '')}"`), type)
    const examples = [...(await get('/docs/events.md')).body.matchAll(/```json\n([^]*?)```/g)]
    assert.deepEqual(
      examples.map(([, text]) => (JSON.parse(text!) as { type: string }).type),
      [...EVENT_TYPES],
    )
    const problems = await get('/problems')
    assert.equal(problems.headers['location'], '/docs/errors')
    const errors = await get('/docs/errors')
    for (const code of Object.keys(ERRORS)) assert.ok(errors.body.includes(`id="${code}"`), code)
    assert.ok(/id="template_required"[^]{0,200}sendMessage/.test(errors.body))
  })

  test('can be searched', async () => {
    const { body } = await get('/docs/search.json')
    const entries = JSON.parse(body) as { path: string; heading: string | null; text: string }[]
    const entry = entries.find(({ path }) => path === '/docs/guides/errors#what-to-do')!
    assert.equal(entry.heading, 'What to do')
    assert.match(entry.text, /Retry-After/)
    assert.doesNotMatch(entry.text, /<|&lt;/)
  })

  test('offers the packages of clients and integrations, whose digests are listed', async () => {
    const { status, headers, body } = await get('/docs/downloads/SHA256SUMS')
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    const lines = [...body.matchAll(/^(\w{64}) {2}([\w.-]+\.(?:tgz|whl))$/gm)]
    assert.ok(lines.length >= 6)
    for (const [, digest = '', name = ''] of lines) {
      const { statusCode, rawPayload } = await app.inject({ url: `/docs/downloads/${name}` })
      assert.equal(statusCode, 200, name)
      assert.equal(createHash('sha256').update(rawPayload).digest('hex'), digest, name)
    }
    assert.equal((await get('/docs/downloads/parley-client-9.9.9.tgz')).status, 404)
  })

  test('says where the description names the build', async () => {
    const [, field = ''] = /`info\.([\w-]+)` in `\/openapi\.json`, name/.exec(
      (await get('/docs/versions.md')).body,
    )!
    const { info } = JSON.parse((await get('/openapi.json')).body) as {
      info: Record<string, string>
    }
    assert.equal(info[field], BUILD_VERSION)
  })

  test('shows a sample in several languages together, and alone those that are not', async () => {
    // In the quickstart, a language has several blocks.
    for (const path of ['/docs/guides/send-messages', '/docs/quickstart']) {
      const groups = [...(await get(path)).body.matchAll(/<div class="tabs">([^]*?)<\/div>/g)]
      assert.ok(groups.length > 0, path)
      for (const [, group = ''] of groups)
        assert.deepEqual(
          [...group.matchAll(/data-tab="(\w+)"/g)].map(([, tab]) => tab),
          ['curl', 'typescript', 'python'],
          path,
        )
    }
    const markdown = (await get('/docs/guides/send-messages.md')).body
    assert.match(markdown, /^```py tab=python$/m)
  })

  test('is sent compressed, and not again when it has not changed', async () => {
    const first = await get('/docs/api', { 'accept-encoding': 'br' })
    assert.equal(first.headers['content-encoding'], 'br')
    const etag = String(first.headers['etag'])
    assert.equal((await get('/docs/api', { 'if-none-match': etag })).status, 304)
  })

  test('shows only files that are documentation', async () => {
    for (const path of [
      '/docs/none',
      '/docs/../package',
      '/docs/%2e%2e/package.json',
      '/docs/..%2fpackage.json',
      '/docs/package.json',
      '/docs/assets/../routes.ts',
      '/docs/assets/other.js',
      '/docs/node_modules/marked/README',
      '/docs/images/none.png',
      '/docs/LICENSE',
      '/docs/openapi/api.yaml',
    ])
      assert.equal((await get(path)).status, 404, path)
  })
})
