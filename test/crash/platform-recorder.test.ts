import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { waitFor } from '../wait-for.ts'
import { startPlatformRecorder } from './platform-recorder.ts'
import { SENDER_HEADER } from './sender-header.ts'

/** Starts a platform that accepts everything but the text "no", and a recorder in front of it. */
async function openPlatform(t: TestContext) {
  const got: string[] = []
  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8').on('data', (text: string) => (body += text))
    incoming.on('end', () => {
      const { text } = JSON.parse(body || '{}')
      got.push(text)
      response.writeHead(text === 'no' ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ messages: [{ id: `platform ${got.length}` }] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const recorder = await startPlatformRecorder(
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  t.after(async () => {
    await recorder.close()
    server.closeAllConnections()
    server.close()
  })
  const send = (text: string, id: string | undefined) =>
    fetch(`${recorder.url}/v25.0/1/messages`, {
      method: 'POST',
      headers: { [SENDER_HEADER]: '77' },
      body: JSON.stringify({ text, biz_opaque_callback_data: id }),
    })
  return { recorder, send, got }
}

test('a send that the platform accepts is recorded with its ids, its sender and its answer', async (t) => {
  const { recorder, send, got } = await openPlatform(t)
  const answer = await send('yes', 'm1')
  assert.deepEqual(await answer.json(), { messages: [{ id: 'platform 1' }] })
  assert.equal((await send('no', 'm2')).status, 400)
  await send('a read receipt', undefined)
  assert.deepEqual(got, ['yes', 'no', 'a read receipt'])
  const [acceptance, ...more] = recorder.acceptances
  assert.equal(more.length, 0)
  await waitFor(() => acceptance!.answeredAt)
  const { at, answeredAt, ...rest } = acceptance!
  assert.deepEqual(rest, { messageId: 'm1', platformId: 'platform 1', sender: 77 })
  assert.ok(answeredAt! >= at)
})

test('a platform that resets or holds the answer has accepted the message', async (t) => {
  const { recorder, send, got } = await openPlatform(t)
  recorder.fail('reset')
  await assert.rejects(send('reset', 'm1'))
  recorder.fail('hold')
  const held = assert.rejects(send('hold', 'm2'))
  await waitFor(() => recorder.held().length === 1)
  assert.equal(recorder.held()[0]!.messageId, 'm2')
  recorder.fail()
  await held
  assert.equal((await send('yes', 'm3')).status, 200)
  assert.deepEqual(got, ['reset', 'hold', 'yes'])
  await waitFor(() => recorder.acceptances[2]!.answeredAt)
  assert.deepEqual(
    recorder.acceptances.map(({ messageId, answeredAt }) => [messageId, answeredAt !== undefined]),
    [
      ['m1', false],
      ['m2', false],
      ['m3', true],
    ],
  )
})
