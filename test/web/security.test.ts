import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { settle, visit } from './pages.ts'
import { shareWebProduct } from './shared-product.ts'

const product = await shareWebProduct()

const HOSTILE = {
  markup: `<img src=x onerror="window.pwned='img'"><script>window.pwned='script'</script>`,
  attribute: `" onmouseover="window.pwned='attribute'" x="`,
  template: '{{constructor.constructor("window.pwned=1")()}} ${window.pwned=1}',
  link: 'javascript:window.pwned=1 JaVaScRiPt:alert(1) data:text/html,<script>1</script>',
  // A right-to-left override that would turn "exe.gpj" around, and marks that never end.
  direction: 'photo\u202Egpj.exe \u2067\u2067 مرحبا \u200F',
  invisible: 'a\u200B\u200C\u200D\u2060\uFEFFb\u00ADc',
  emoji: '👩‍👩‍👧‍👦'.repeat(372),
  stacked: `Z${'\u0351'.repeat(400)}`,
}

/** Asserts that a text is shown only as text on the page. */
async function assertInert(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    pwned: (window as { pwned?: unknown }).pwned ?? null,
    images: document.querySelectorAll('img[src="x"], img[onerror]').length,
    handlers: document.querySelectorAll('[onmouseover], [onerror], [onclick]').length,
    links: [...document.querySelectorAll('a')].filter((each) =>
      /^(javascript|data|vbscript):/i.test(each.getAttribute('href') ?? ''),
    ).length,
    scripts: [...document.scripts].filter((each) => !each.src).length,
    excess: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  const harmless = { pwned: null, images: 0, handlers: 0, links: 0, scripts: 0, excess: 0 }
  assert.deepEqual(found, harmless, where)
}

test('what strangers write is text wherever it is shown, and breaks no page', async () => {
  let number = 0
  for (const text of Object.values(HOSTILE)) {
    const from = `91981000000${number++}`
    await product.customerWrites(from, text.slice(0, 150), text.slice(0, 4096))
  }
  const chats = await waitFor(
    async () => {
      const { body } = await product.api('GET /api/v1/chats?limit=100')
      return body.data.length >= number && body
    },
    { what: 'a conversation with each stranger' },
  )
  const { page, problems } = await product.open('/inbox?view=all')
  await page.getByText('constructor.constructor').first().waitFor()
  await assertInert(page, 'the list of chats')
  for (const chat of chats.data as { id: string; person: { id: string } }[]) {
    const ticket = await product.api('POST /api/v1/tickets', {
      body: { person_id: chat.person.id, title: HOSTILE.markup },
    })
    for (const path of [
      `/inbox/${chat.id}`,
      `/contacts/${chat.person.id}`,
      `/tickets/${ticket.body.id}`,
    ]) {
      await visit(page, path)
      await settle(page)
      await assertInert(page, path)
    }
  }
  for (const path of ['/contacts', '/tickets', '/tickets/board', '/developer/inbound']) {
    await visit(page, path)
    await settle(page)
    await assertInert(page, path)
  }
  const { body: log } = await product.admin('GET /api/developer/inbound?limit=100')
  await visit(page, `/developer/inbound/${log.data[0].id}`)
  await settle(page)
  await assertInert(page, 'a payload')
  assert.deepEqual(problems, [])
})

test('a file is shown by its name and nothing more, whatever the name is', async () => {
  await product.customerWrites('919810000100', 'Ravi', 'Send me the files, please')
  const chat = await waitFor(async () => {
    const { body } = await product.api('GET /api/v1/chats?q=Ravi')
    return body.data[0] as { id: string } | undefined
  })
  for (const [kind, text] of Object.entries(HOSTILE)) {
    const form = new FormData()
    const file = new Blob(['%PDF-1.4'], { type: 'application/pdf' })
    form.append('file', file, 'bill.pdf')
    const upload = await fetch(`${product.url}/api/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${product.key}` },
      body: form,
    })
    assert.equal(upload.status, 201, await upload.clone().text())
    const { id } = (await upload.json()) as { id: string }
    const sent = await product.api('POST /api/v1/messages/send', {
      body: {
        conversation_id: chat.id,
        type: 'document',
        media_id: id,
        filename: `${text.slice(0, 150).toWellFormed()}.pdf`,
      },
    })
    assert.equal(sent.status, 201, `${kind}: ${sent.text}`)
  }
  const { page, problems } = await product.open(`/inbox/${chat.id}`)
  await page.getByText('constructor.constructor').first().waitFor()
  await assertInert(page, 'a thread with files')
  assert.deepEqual(problems, [])
})

test('what colleagues and programs name is text in every area', async () => {
  const { admin } = product
  const ids: Record<string, string> = {}
  for (const [kind, text] of Object.entries(HOSTILE)) {
    const cut = (length: number) => text.slice(0, length).toWellFormed()
    const make = async (path: string, body: object) => {
      const answer = await admin(`POST ${path}`, { body })
      assert.equal(answer.status, 201, `${path} ${kind}: ${answer.text}`)
      ids[path] = answer.body.id
    }
    await make('/api/developer/api-keys', { name: cut(60), scopes: ['read'] })
    await make('/api/developer/forms', { name: cut(60) })
    await make('/api/developer/webhooks', {
      url: 'https://hooks.example.com/',
      description: cut(90),
    })
    await make('/api/v1/tags', { name: cut(40) })
    await make('/api/v1/canned-replies', { shortcut: `hostile-${kind}`, text: cut(900) })
  }
  await admin('PATCH /api/session/profile', { body: { name: HOSTILE.markup.slice(0, 90) } })
  const { page, problems } = await product.open('/developer')
  for (const path of [
    '/developer',
    '/developer/keys',
    '/developer/webhooks',
    '/developer/forms',
    `/developer/webhooks/${ids['/api/developer/webhooks']}`,
    `/developer/forms/${ids['/api/developer/forms']}`,
    '/settings/tags',
    '/settings/canned-replies',
    '/settings/members',
    '/settings/audit-log',
    '/settings/profile',
    '/reports',
  ]) {
    await visit(page, path)
    await settle(page)
    await assertInert(page, path)
  }
  assert.deepEqual(problems, [])
})

test('a page runs no script but its own, is framed by nobody and asks nobody else', async () => {
  const { page } = await product.open('/inbox')
  const answer = await fetch(`${product.url}/inbox`)
  const policy = new Map(
    (answer.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((each) => [each.split(' ', 1)[0]!, each.split(' ').slice(1)]),
  )
  assert.deepEqual(policy.get('script-src'), ["'self'"])
  assert.deepEqual(policy.get('default-src'), ["'none'"])
  assert.deepEqual(policy.get('frame-ancestors'), ["'none'"])
  assert.deepEqual(policy.get('connect-src'), ["'self'"])
  assert.deepEqual(policy.get('base-uri'), ["'none'"])
  await settle(page)
  const outcome = await page.evaluate(async () => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', (event) =>
      refused.push(event.effectiveDirective),
    )
    const inline = document.createElement('script')
    inline.textContent = 'window.pwned = 1'
    document.body.append(inline)
    document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.pwned = 2">')
    const asked = await fetch('https://elsewhere.example/').then(
      () => true,
      () => false,
    )
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return { pwned: (window as { pwned?: unknown }).pwned ?? null, asked, refused }
  })
  assert.deepEqual([outcome.pwned, outcome.asked], [null, false])
  assert.ok(outcome.refused.includes('script-src-elem'))
  assert.ok(outcome.refused.includes('connect-src'))
})

test('no secret stands in a page or stays in the browser', async () => {
  const { body: key } = await product.admin('POST /api/developer/api-keys', {
    body: { name: 'shown once', scopes: ['read'] },
  })
  const { body: endpoint } = await product.admin('POST /api/developer/webhooks', {
    body: { url: 'https://hooks.example.com/secret' },
  })
  const secrets = [key.secret, endpoint.secret, product.key, product.formToken] as string[]
  assert.ok(secrets.every((secret) => secret.length > 20))
  const { page, context } = await product.open('/inbox')
  const seen: string[] = []
  page.on('response', (response) => {
    if (
      !response.url().startsWith(product.url) ||
      !/json|html/.test(response.headers()['content-type'] ?? '')
    )
      return
    void response.text().then(
      (text) => seen.push(text),
      () => undefined,
    )
  })
  // The response of the document is one of those that are read.
  await page.goto('/inbox')
  for (const path of [
    '/inbox',
    '/developer',
    '/developer/keys',
    '/developer/webhooks',
    `/developer/webhooks/${endpoint.id}`,
    '/developer/forms',
    '/settings/channels',
    '/settings/profile',
    '/settings/audit-log',
  ]) {
    await visit(page, path)
    await settle(page)
    seen.push(await page.content())
  }
  seen.push(JSON.stringify((await context.storageState({ indexedDB: true })).origins))
  for (const text of seen)
    for (const secret of secrets) assert.ok(!text.includes(secret), text.slice(0, 200))
})
