import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { startTcpProxy } from './tcp-proxy.ts'
import { waitFor } from './wait-for.ts'

/** Connects through a proxy to a server that answers each text with the same text. */
async function openEcho(t: TestContext) {
  const requests: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined).setEncoding('utf8')
    socket.on('data', (text: string) => {
      requests.push(text)
      socket.write(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startTcpProxy(
    new URL(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}`),
  )
  const client = connect(Number(new URL(proxy.url).port), '127.0.0.1').setEncoding('utf8')
  let answers = ''
  client.on('data', (text: string) => (answers += text)).on('error', () => undefined)
  t.after(async () => {
    client.destroy()
    await proxy.close()
    server.close()
  })
  return { proxy, client, requests, answers: () => answers }
}

test('a slow proxy delays answers and keeps their order, also when it is fast again', async (t) => {
  const { proxy, client, answers } = await openEcho(t)
  const since = performance.now()
  proxy.slow(300)
  client.write('first')
  await waitFor(() => answers() === 'first')
  assert.ok(performance.now() - since >= 290)
  client.write('second')
  proxy.restore()
  client.write('third')
  await waitFor(() => answers() === 'firstsecondthird')
})

test('a proxy that loses answers forwards requests', async (t) => {
  const { proxy, client, requests, answers } = await openEcho(t)
  client.write('before ')
  await waitFor(() => answers() === 'before ')
  proxy.loseAnswers()
  client.write('lost')
  await waitFor(() => proxy.lost() > 0)
  assert.ok(requests.includes('lost'))
  proxy.restore()
  client.write('after')
  await waitFor(() => answers().endsWith('after'))
  assert.equal(answers(), 'before after')
})
