import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startPair } from '../test/pair.ts'

const SECRET = 'whsec_0123456789abcdefghijklmnopqrstuvwxyz0123456789AB'
const PARENT = 'http://localhost:3000'

async function start(t: TestContext) {
  const pair = await startPair(t, { parents: [PARENT] })
  const post = async (body: string, signature?: string) => {
    const response = await fetch(`${pair.simulator.url}/receiver`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-service-event': 'message.received',
        'x-service-delivery': 'd1',
        'x-service-attempt': '1',
        ...(signature !== undefined && { 'x-service-signature': signature }),
      },
    })
    return { status: response.status, body: await response.json() }
  }
  const state = async () => (await pair.call('GET', '/receiver/state')).body
  return { ...pair, post, state }
}

function sign(body: string, options: { secret?: string; ageS?: number } = {}): string {
  const time = Math.floor(Date.now() / 1000) - (options.ageS ?? 0)
  const mac = createHmac('sha256', options.secret ?? SECRET).update(`${time}.${body}`)
  return `t=${time},v1=${mac.digest('hex')}`
}

test('a webhook that is signed with the secret is taken, every other one is refused', async (t) => {
  const { call, post, state } = await start(t)
  assert.equal((await call('PUT', '/receiver/secret', { secret: SECRET })).status, 204)
  // The signature covers the bytes, not their meaning.
  const body = '{"type": "message.received",  "data":{"text":"नमस्ते"}}'
  const [time, mac] = sign(body).split(',') as [string, string]
  const cases: [string, string | undefined, number, string][] = [
    [body, sign(body), 200, 'valid'],
    [body, `${time},v1=${'0'.repeat(64)},${mac}`, 200, 'valid'],
    [body.replace('  ', ' '), sign(body), 401, 'wrong'],
    [body, sign(body, { secret: `${SECRET}x` }), 401, 'wrong'],
    [body, `t=${Number(time.slice(2)) + 1},${mac}`, 401, 'wrong'],
    [body, mac, 401, 'wrong'],
    [body, `${time},v0=${mac.slice(3)}`, 401, 'wrong'],
    [body, '', 401, 'wrong'],
    [body, undefined, 401, 'missing'],
    [body, sign(body, { ageS: 400 }), 401, 'too_old'],
    [body, sign(body, { ageS: -400 }), 401, 'too_old'],
  ]
  for (const [sent, signature, status, verdict] of cases)
    assert.deepEqual(await post(sent, signature), {
      status,
      body: { received: status === 200, signature: verdict },
    })
  const { arrivals } = await state()
  assert.deepEqual(
    arrivals.map((each: any) => each.verdict),
    cases.map(([, , , verdict]) => verdict).toReversed(),
  )
  assert.equal(arrivals.at(-1).body, body)
  assert.equal(arrivals.at(-1).event_type, 'message.received')
})

test('without the secret it takes what comes and says that it could not check it', async (t) => {
  const { call, post, state } = await start(t)
  assert.equal((await state()).has_secret, false)
  assert.deepEqual(await post('{}', sign('{}')), {
    status: 200,
    body: { received: true, signature: 'not_checked' },
  })
  for (const secret of ['', 'secret', 'whsec_', 7, `whsec_${'a'.repeat(400)}`])
    assert.equal((await call('PUT', '/receiver/secret', { secret })).status, 400)
  assert.equal((await state()).has_secret, false)
})

test('it never shows the secret, and forgets all when the state is cleared', async (t) => {
  const { call, post, state } = await start(t)
  await call('PUT', '/receiver/secret', { secret: SECRET })
  await post('{}', sign('{}'))
  assert.doesNotMatch(JSON.stringify(await state()), /whsec_/)
  await call('DELETE', '/sim/state')
  assert.deepEqual(await state(), { parents: [PARENT], has_secret: false, arrivals: [] })
})

test('its page runs its own script alone and may stand in the app, and nowhere else', async (t) => {
  const { simulator } = await start(t)
  const page = await fetch(`${simulator.url}/receiver`, { headers: { accept: 'text/html' } })
  const policy = page.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/)
  assert.match(policy, /frame-ancestors http:\/\/localhost:3000$/)
  assert.doesNotMatch(await page.text(), /<script(?![^>]*src=)|\son\w+=|style=/)
  const folder = join(import.meta.dirname, 'page')
  for (const name of readdirSync(folder)) {
    assert.equal((await fetch(`${simulator.url}/receiver/page/${name}`)).status, 200, name)
    assert.doesNotMatch(
      readFileSync(join(folder, name), 'utf8'),
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/,
    )
  }
  assert.equal((await fetch(`${simulator.url}/receiver/page/..%2freceiver.ts`)).status, 404)
  const phone = await fetch(simulator.url, { headers: { accept: 'text/html' } })
  assert.match(
    phone.headers.get('content-security-policy')!,
    /frame-ancestors http:\/\/localhost:3000$/,
  )
})

test('the app may open the pages, and can neither read nor control by itself', async (t) => {
  const { simulator } = await start(t)
  const { port } = simulator
  const ask = (path: string, mode: string, site = 'same-site') =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        host: `localhost:${port}`,
        'sec-fetch-site': site,
        'sec-fetch-mode': mode,
      }
      get({ host: '127.0.0.1', port, path, headers }, (response) => {
        response.resume()
        resolve(response.statusCode!)
      }).on('error', reject)
    })
  for (const path of ['/', '/receiver']) {
    assert.equal(await ask(path, 'navigate'), 200)
    assert.equal(await ask(path, 'cors'), 403)
    assert.equal(await ask(path, 'navigate', 'cross-site'), 403)
  }
  for (const path of ['/receiver/state', '/sim/customers', '/receiver/page/receiver.js'])
    assert.equal(await ask(path, 'navigate'), 403)
})
