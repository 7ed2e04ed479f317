import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { get, request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { startPair } from '../test/pair.ts'

const FOLDER = join(import.meta.dirname, '../page')

test('the page and all its files are served, under a policy that runs nothing else', async (t) => {
  const { simulator } = await startPair(t)
  const page = await fetch(simulator.url, { headers: { accept: 'text/html,*/*' } })
  assert.match(page.headers.get('content-type')!, /^text\/html/)
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.doesNotMatch(policy, /unsafe/)
  const html = await page.text()
  assert.doesNotMatch(html, /<script(?![^>]*src=)|\son\w+=|style=/)
  for (const name of readdirSync(FOLDER)) {
    if (name === 'index.html') continue
    const file = await fetch(`${simulator.url}/page/${name}`)
    assert.equal(file.status, 200, name)
    assert.equal(file.headers.get('x-content-type-options'), 'nosniff')
  }
  const letters = await (await fetch(`${simulator.url}/page/fonts.css`)).text()
  for (const [, name = ''] of letters.matchAll(/url\((assets\/[^)]+)\)/g)) {
    const file = await fetch(`${simulator.url}/page/${name}`)
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'font/woff2'], name)
  }
  assert.equal((await fetch(`${simulator.url}/page/..%2fconfig.ts`)).status, 404)
  assert.equal((await fetch(`${simulator.url}/page/assets/..%2findex.html`)).status, 404)
})

test('the page never makes markup of text', () => {
  for (const name of readdirSync(FOLDER).filter((one) => one.endsWith('.js'))) {
    const code = readFileSync(join(FOLDER, name), 'utf8')
    assert.doesNotMatch(
      code,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
      name,
    )
  }
})

test('another page in the browser can neither read nor control', async (t) => {
  const { simulator } = await startPair(t)
  const { port } = simulator
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: '/sim/customers', headers }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      }).on('error', reject)
    })
  const own = `localhost:${port}`
  assert.equal(await ask({ host: own }), 200)
  assert.equal(
    await ask({ host: own, origin: `http://${own}`, 'sec-fetch-site': 'same-origin' }),
    200,
  )
  assert.equal(await ask({ host: own, origin: 'https://evil.example' }), 403)
  assert.equal(await ask({ host: own, origin: 'null' }), 403)
  assert.equal(await ask({ host: own, 'sec-fetch-site': 'cross-site' }), 403)
  const rebound = `evil.example:${port}`
  assert.equal(await ask({ host: rebound, 'sec-fetch-site': 'same-origin' }), 403)
  assert.equal(await ask({ host: rebound, origin: `http://${rebound}` }), 403)
})

test('a host name that was rebound to this machine gets no answer, even without an origin', async (t) => {
  const { simulator } = await startPair(t)
  const { port } = simulator
  const ask = (host: string, path: string, method = 'GET') =>
    new Promise<number>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers: { host } })
      sent.on('error', reject).on('response', (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      sent.end()
    })
  for (const [method, path] of [
    ['POST', '/sim/inbound'],
    ['GET', '/'],
    ['GET', '/v24.0/1'],
    ['POST', '/receiver/hook'],
  ] as const) {
    assert.equal(await ask(`evil.example:${port}`, path, method), 403, path)
    for (const own of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      assert.notEqual(await ask(own, path, method), 403, `${own} ${path}`)
  }
})

test('a customer’s file is shown where it can do nothing', async (t) => {
  const { simulator } = await startPair(t)
  const upload = async (mimeType: string) => {
    const response = await fetch(
      `${simulator.url}/sim/media?mime_type=${mimeType}&filename=a%22.x`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: '<script>alert(1)</script>',
      },
    )
    const { id } = (await response.json()) as { id: string }
    return fetch(`${simulator.url}/sim/media/${id}`)
  }
  const html = await upload('text/html')
  assert.equal(html.headers.get('content-type'), 'application/octet-stream')
  assert.match(html.headers.get('content-disposition')!, /^attachment; filename\*=UTF-8''a%22\.x$/)
  const svg = await upload('image/svg%2Bxml')
  assert.equal(svg.headers.get('content-type'), 'application/octet-stream')
  const png = await upload('image/png')
  assert.equal(png.headers.get('content-type'), 'image/png')
  assert.match(png.headers.get('content-security-policy')!, /sandbox/)
})

test(
  'an open stream and a hanging answer do not hold up the end',
  { timeout: 60_000 },
  async (t) => {
    const { simulator } = await startPair(t, {
      chaos: { response_timeout: 1, response_timeout_ms: 600_000 },
    })
    const stream = await fetch(`${simulator.url}/sim/stream`)
    const hanging = fetch(`${simulator.url}/v24.0/1/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer sim_x' },
      body: '{"messaging_product":"whatsapp","to":"15550142277","text":{"body":"Hi"}}',
    })
    const refused = assert.rejects(hanging)
    const messages = async () => {
      const response = await fetch(`${simulator.url}/sim/messages`)
      return ((await response.json()) as { data: unknown[] }).data.length
    }
    while ((await messages()) === 0);
    await simulator.close()
    await refused
    await stream.text()
  },
)
