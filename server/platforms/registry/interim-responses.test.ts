import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { listen } from '#lib/testing/listen.ts'
import { createPlatformClients } from './create-platform-clients.ts'

/** Starts a platform that sends interim responses before each response, and returns a client of it. */
async function startClient(t: TestContext, answer: RequestListener) {
  const platform = createServer((request, response) => {
    response.writeContinue()
    response.writeProcessing()
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    request.resume().on('end', () => answer(request, response))
  })
  const graphUrl = `http://127.0.0.1:${await listen(t, platform)}/v25.0`
  const clients = createPlatformClients({ graphUrl })
  t.after(clients.close)
  return { client: clients.of('whatsapp'), graphUrl }
}

test('interim responses of a platform are not its answer to a send', async (t) => {
  let requests = 0
  const { client } = await startClient(t, (_request, response) => {
    requests++
    response.end(JSON.stringify({ success: true }))
  })
  const account = { account: '1', accessToken: 'sim_token' }
  for (let round = 1; round <= 3; round++) {
    const read = { platformMessageId: 'wamid.1', isTyping: false }
    assert.deepEqual(await client.markRead!(account, read), { kind: 'accepted' })
    assert.equal(requests, round)
  }
})

test('interim responses of a platform are not its answer to a download', async (t) => {
  const file = Buffer.alloc(200_000, 'a picture ')
  const { client, graphUrl } = await startClient(t, ({ url = '' }, response) => {
    if (url.endsWith('/file')) response.writeHead(200, { 'Content-Type': 'image/png' }).end(file)
    else response.end(JSON.stringify({ url: `${graphUrl}/file` }))
  })
  const kept: Uint8Array[] = []
  const fetched = await client.fetchMedia(
    {
      account: '1',
      accessToken: 'sim_token',
      platformMediaId: '2',
      url: null,
      expectedSha256: null,
    },
    async (bytes) => {
      for await (const chunk of bytes) kept.push(chunk)
    },
  )
  assert.equal(fetched.sizeBytes, file.length)
  assert.ok(Buffer.concat(kept).equals(file))
})
