import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair } from '../test/pair.ts'

test('the shop shows the web chat of its address, under a policy that allows nothing else', async (t) => {
  const { simulator } = await startPair(t)
  const page = await fetch(`${simulator.url}/shop?channel=wc_7Qm2T9xVbK4sLdR8nHc3Wz`)
  assert.equal(page.status, 200)
  const policy = page.headers.get('content-security-policy')!
  const [, origin] = /script-src (http:\/\/[^;]+);/.exec(policy)!
  assert.doesNotMatch(policy, /unsafe|data:/)
  const html = await page.text()
  assert.ok(
    html.includes(
      `<script src="${origin}/chat.js" data-channel="wc_7Qm2T9xVbK4sLdR8nHc3Wz" async></script>`,
    ),
  )
  assert.equal((await fetch(`${simulator.url}/shop.css`)).status, 200)
})

test('the shop puts nothing else of its address into the page', async (t) => {
  const { simulator } = await startPair(t)
  for (const query of ['', '?channel=%22%3E%3Cscript%3E', '?channel=a&channel=b']) {
    const html = await (await fetch(`${simulator.url}/shop${query}`)).text()
    assert.doesNotMatch(html, /<script/, query)
  }
})
