import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createSafeFetch } from './safe-fetch.ts'
import type { FetchTimings, SafeFetchOptions, SafeRequest, SafeResponse } from './safe-fetch.ts'
import { createCertificate } from '../testing/create-certificate.ts'
import { listen, listenRaw } from '../testing/listen.ts'

function safeFetch(t: TestContext, options: Partial<SafeFetchOptions> = {}) {
  const client = createSafeFetch({ allowLocal: true, ...options })
  t.after(client.close)
  return (port: number, request: Partial<SafeRequest> = {}) =>
    client.fetch({ url: `http://127.0.0.1:${port}/hook`, ...request })
}

const serve = (t: TestContext, listener: RequestListener) => listen(t, createServer(listener))

function assertOk(response: SafeResponse) {
  assert.ok(response.ok, JSON.stringify(response))
  return response
}

function assertFailed(response: SafeResponse, word: string) {
  assert.ok(!response.ok, 'the exchange succeeded')
  assert.equal(response.error, word)
  return response
}

test('the exact bytes and headers arrive, and the response is returned unchanged', async (t) => {
  const body = Buffer.from([0, 255, 10, 13, 200])
  let got: { method?: string; url?: string; headers: object; body: Buffer } | undefined
  const port = await serve(t, (request, response) => {
    const { method = '', url = '', headers } = request
    request.once('data', (bytes) => {
      got = { method, url, headers, body: bytes }
      response.writeHead(201, { 'X-Answer': 'a', 'Set-Cookie': ['b=1', 'c=2'] }).end('done')
    })
  })
  const response = assertOk(
    await safeFetch(t)(port, {
      url: `http://127.0.0.1:${port}/a%20b?c=ü#fragment`,
      headers: { 'content-type': 'application/json', 'X-Service-Event': 'message.sent' },
      body,
    }),
  )
  assert.deepEqual(got?.body, body)
  assert.equal(`${got.method} ${got.url}`, 'POST /a%20b?c=%C3%BC')
  assert.deepEqual(got.headers, {
    host: `127.0.0.1:${port}`,
    connection: 'keep-alive',
    'content-length': '5',
    'content-type': 'application/json',
    'x-service-event': 'message.sent',
  })
  assert.equal(response.status, 201)
  assert.equal(response.headers['x-answer'], 'a')
  assert.equal(response.headers['set-cookie'], 'b=1, c=2')
  assert.equal(response.body.toString(), 'done')
  assert.equal(response.truncated, false)
  assert.equal(response.remoteAddress, '127.0.0.1')
})

test('a connection is reused, and its timings are reported only once', async (t) => {
  let connections = 0
  const server = createServer((_request, response) => response.end('ok'))
  server.on('connection', () => connections++)
  const port = await listen(t, server)
  const fetch = safeFetch(t)
  const first = assertOk(await fetch(port))
  assert.ok(first.timings.connect !== null && first.timings.firstByte !== null)
  assert.equal(first.timings.tls, null)
  for (let i = 0; i < 20; i++) {
    const again = assertOk(await fetch(port))
    assert.deepEqual(
      { ...again.timings, firstByte: 0, total: 0 },
      {
        dns: null,
        connect: null,
        tls: null,
        firstByte: 0,
        total: 0,
      },
    )
  }
  assert.equal(connections, 1)
})

test('concurrent requests do not wait for each other, and few connections are kept', async (t) => {
  const held: (() => void)[] = []
  const server = createServer((_request, response) => {
    held.push(() => response.end())
    if (held.length === 40) for (const answer of held) answer()
  })
  const port = await listen(t, server)
  const fetch = safeFetch(t)
  const responses = await Promise.all(Array.from({ length: 40 }, () => fetch(port)))
  assert.ok(responses.every((response) => response.ok))
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_error, open) => resolve(open)))
  while ((await count()) > 16) await new Promise(setImmediate)
})

test('a connection that the receiver closes is not reused', async (t) => {
  let connections = 0
  const server = createServer((_request, response) => {
    response.setHeader('Connection', 'close').end('ok')
  })
  server.on('connection', () => connections++)
  const port = await listen(t, server)
  const fetch = safeFetch(t)
  for (let i = 0; i < 5; i++) assertOk(await fetch(port))
  assert.equal(connections, 5)
})

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} is a response and is not followed`, async (t) => {
    let requests = 0
    const port = await serve(t, (_request, response) => {
      requests++
      response.writeHead(status, { Location: requests % 2 ? '/again' : 'http://169.254.169.254/' })
      response.end()
    })
    const fetch = safeFetch(t)
    assert.equal(assertOk(await fetch(port)).status, status)
    assert.equal(assertOk(await fetch(port)).status, status)
    assert.equal(requests, 2)
  })
}

test('an endless body is cut at the limit, and the connection is closed', async (t) => {
  const closed = Promise.withResolvers<void>()
  const port = await serve(t, (_request, response) => {
    response.on('close', closed.resolve)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384)));
    }
    response.on('drain', more)
    more()
  })
  const response = assertOk(await safeFetch(t)(port, { responseBytesMax: 100_000 }))
  assert.equal(response.body.length, 100_000)
  assert.equal(response.truncated, true)
  await closed.promise
})

test('a body of exactly the limit is complete', async (t) => {
  const port = await serve(t, (_request, response) => response.end('x'.repeat(1000)))
  const fetch = safeFetch(t)
  assert.equal(assertOk(await fetch(port, { responseBytesMax: 1000 })).truncated, false)
  const cut = assertOk(await fetch(port, { responseBytesMax: 999 }))
  assert.deepEqual([cut.body.length, cut.truncated], [999, true])
})

test('a large file is read completely, in chunks of any size', async (t) => {
  const file = Buffer.alloc(3_000_000, 'a picture ')
  const port = await serve(t, (request, response) => {
    if (request.url === '/whole') response.end(file)
    else {
      for (let at = 0; at < file.length; at += 1_000) response.write(file.subarray(at, at + 1_000))
      response.end()
    }
  })
  for (const path of ['/whole', '/chunks']) {
    const answer = assertOk(
      await safeFetch(t)(port, {
        responseBytesMax: 5_000_000,
        url: `http://127.0.0.1:${port}${path}`,
      }),
    )
    assert.equal(answer.truncated, false)
    assert.ok(answer.body.equals(file))
  }
})

test('compressed bytes stay compressed, however large they would become', async (t) => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const port = await serve(t, (_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
  })
  const { body } = assertOk(await safeFetch(t)(port))
  assert.deepEqual(body, bomb.subarray(0, 64 * 1024))
})

/** Returns whether a request ended at its deadline of 150 ms, which pauses of this process extend, and not at the default one of 10 s. */
const isOwnDeadline = ({ total, paused = 0 }: FetchTimings) =>
  total >= 145 && total - paused < 8_000

test('one deadline covers headers that never arrive and a body that never ends', async (t) => {
  const silent = await listenRaw(t, () => {})
  const trickle = (head: string, part: string) =>
    listenRaw(t, (socket) => {
      socket.write(head)
      const timer = setInterval(() => socket.write(part), 20)
      socket.on('close', () => clearInterval(timer))
    })
  const headers = await trickle('HTTP/1.1 200 OK\r\n', 'X-More: 1\r\n')
  const body = await trickle('HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 9999\r\n\r\n', 'x')
  const informational = await trickle('', 'HTTP/1.1 103 Early Hints\r\n\r\n')
  const fetch = safeFetch(t)
  for (const port of [silent, headers, body, informational]) {
    const response = assertFailed(await fetch(port, { timeoutMs: 150 }), 'timeout')
    assert.ok(isOwnDeadline(response.timings), JSON.stringify(response.timings))
    assert.equal(response.status, port === body ? 200 : null)
    assert.equal(response.headers['x-a'], port === body ? '1' : undefined)
  }
})

test('a server that never accepts the connection is given up at the deadline', async (t) => {
  const port = await listenRaw(t, () => {})
  const tls = safeFetch(t)(port, { url: `https://127.0.0.1:${port}/`, timeoutMs: 150 })
  const { timings } = assertFailed(await tls, 'timeout')
  assert.ok(timings.connect !== null && timings.tls === null)
  assert.ok(isOwnDeadline(timings), JSON.stringify(timings))
})

test('the caller can abort a request', async (t) => {
  const port = await listenRaw(t, () => {})
  assertFailed(await safeFetch(t)(port, { signal: AbortSignal.timeout(50) }), 'aborted')
  assertFailed(await safeFetch(t)(port, { signal: AbortSignal.abort() }), 'aborted')
})

test('too many headers are rejected', async (t) => {
  const port = await listenRaw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const flood = () => {
      while (!socket.destroyed && socket.write(`X-Flood: ${'x'.repeat(1000)}\r\n`));
    }
    socket.on('drain', flood)
    flood()
  })
  assertFailed(await safeFetch(t)(port), 'invalid_response')
})

test('a response that is not HTTP, or ends too early, has its own code', async (t) => {
  const fetch = safeFetch(t)
  const answer = (text: string) => listenRaw(t, (socket) => socket.end(text))
  assertFailed(await fetch(await answer('SSH-2.0-OpenSSH_9.9\r\n')), 'invalid_response')
  assertFailed(await fetch(await answer('')), 'connection_closed')
  const short = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc'
  const cut = assertFailed(await fetch(await answer(short)), 'connection_closed')
  assert.equal(cut.status, 200)
})

test('a refused connection has its own code and names no address', async (t) => {
  const server = createServer()
  const port = await listen(t, server)
  await new Promise((resolve) => server.close(resolve))
  const response = assertFailed(await safeFetch(t)(port), 'connection_refused')
  assert.doesNotMatch(response.message, /127|\d{4}/)
})

test('headers that would control the connection are rejected, as is a line break in any header', async (t) => {
  let requests = 0
  const port = await serve(t, (_request, response) => {
    requests++
    response.end()
  })
  const fetch = safeFetch(t)
  const names = ['Host', 'CONTENT-LENGTH', 'transfer-encoding', 'Connection', 'Expect', 'Upgrade']
  for (const name of names) {
    assertFailed(await fetch(port, { headers: { [name]: '1' } }), 'invalid_request')
  }
  const wrong: Record<string, string>[] = [
    { 'X-A': 'a\r\nHost: b' },
    { 'X A': 'b' },
    { 'X-A:': 'b' },
  ]
  for (const headers of wrong) assertFailed(await fetch(port, { headers }), 'invalid_request')
  assert.equal(requests, 0)
})

test('a certificate must be trusted, current and for this host', async (t) => {
  const good = createCertificate({ dnsName: 'localhost', fromYear: 2020, untilYear: 2090 })
  const expired = createCertificate({ dnsName: 'localhost', fromYear: 2020, untilYear: 2021 })
  const other = createCertificate({ dnsName: 'other.example', fromYear: 2020, untilYear: 2090 })
  let requests = 0
  const start = (certificate: { cert: string; key: string }) =>
    listen(
      t,
      createTlsServer(certificate, (_request, response) => {
        requests++
        response.end('ok')
      }),
    )
  const fetch = (port: number, ca?: string) =>
    safeFetch(t, ca ? { ca } : {})(port, { url: `https://localhost:${port}/` })

  const port = await start(good)
  const accepted = assertOk(await fetch(port, good.cert))
  assert.ok(accepted.timings.tls !== null)
  assert.equal(requests, 1)

  assertFailed(await fetch(port), 'certificate_untrusted')
  assertFailed(await fetch(await start(expired), expired.cert), 'certificate_expired')
  assertFailed(await fetch(await start(other), other.cert), 'certificate_mismatch')
  const plain = await serve(t, (_request, response) => response.end())
  assertFailed(await fetch(plain, good.cert), 'tls_failed')
  assert.equal(requests, 1)
})

test('no connection is left after close', async (t) => {
  const server = createServer((_request, response) => response.end('ok'))
  const port = await listen(t, server)
  const client = createSafeFetch({ allowLocal: true })
  const url = `http://127.0.0.1:${port}/`
  assertOk(await client.fetch({ url }))
  const open = connect(port, '127.0.0.1')
  await new Promise((resolve) => open.once('connect', resolve))
  await client.close()
  open.destroy()
  await new Promise((resolve) => server.close(resolve))
})
