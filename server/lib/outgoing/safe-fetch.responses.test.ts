import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import fc from 'fast-check'
import { createSafeFetch } from './safe-fetch.ts'
import type { SafeResponse } from './safe-fetch.ts'
import { listen } from '../testing/listen.ts'

type Answer = (socket: Socket, at?: number) => void

/** A receiver that sends the given raw responses, and a function that posts to it. */
async function receiver(t: TestContext, answer: Answer) {
  const client = createSafeFetch({ allowLocal: true })
  t.after(client.close)
  const state = { answer }
  const server = createServer((socket) =>
    socket.setNoDelay().on('data', () => state.answer(socket)),
  )
  const port = await listen(t, server)
  const fetch = (timeoutMs = 5000) =>
    client.fetch({ url: `http://127.0.0.1:${port}/`, body: 'x', timeoutMs })
  return { fetch, state }
}

const word = (response: SafeResponse) => (response.ok ? response.status : response.error)
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

const say =
  (text: string | Buffer): Answer =>
  (socket) =>
    socket.write(text)

const sayAndEnd =
  (text: string): Answer =>
  (socket) =>
    socket.end(text)

/** Sends `part` after `head` endlessly, as fast as it is read. */
function flood(head: string, part: string): Answer {
  const many = part.repeat(Math.ceil(50_000 / part.length))
  return (socket) => {
    socket.write(head)
    const more = () => {
      while (!socket.destroyed && socket.write(many));
    }
    socket.on('drain', more)
    more()
  }
}

const ENDLESS: Record<string, [Answer, string | number]> = {
  '100 Continue': [flood('', 'HTTP/1.1 100 Continue\r\n\r\n'), 'invalid_response'],
  'early hints': [flood('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), 'invalid_response'],
  'hints with headers': [flood('', 'HTTP/1.1 102 P\r\nLink: </a>\r\n\r\n'), 'invalid_response'],
  'empty lines': [flood('', '\r\n'), 'invalid_response'],
  'a reason phrase': [flood('HTTP/1.1 200 ', 'x'), 'invalid_response'],
  'a header name': [flood(OK, 'x'), 'invalid_response'],
  'a header value': [flood(`${OK}X: `, 'x'), 'invalid_response'],
  'blanks before a header value': [flood(`${OK}X:`, ' '), 'invalid_response'],
  'many headers': [flood(OK, 'X-Flood: 1\r\n'), 'invalid_response'],
  'many tiny headers': [flood(OK, 'a:\r\n'), 'invalid_response'],
  'a chunk extension': [flood(`${CHUNKED}1`, ';a=b'), 'invalid_response'],
  'many chunk extensions': [flood(CHUNKED, `1;${'a'.repeat(90)}=b\r\nx\r\n`), 'invalid_response'],
  'zeros before a chunk size': [flood(CHUNKED, '0'), 'invalid_response'],
  trailers: [flood(`${CHUNKED}1\r\nx\r\n0\r\n`, 'A: b\r\n'), 'invalid_response'],
  'chunks of one byte': [flood(CHUNKED, '1\r\nx\r\n'), 200],
  'a body': [flood(`${OK}\r\n`, 'x'), 200],
  'a body that was promised shorter than it is': [
    flood(`${OK}Content-Length: 9999999999\r\n\r\n`, 'x'),
    200,
  ],
}

for (const [what, [answer, expected]] of Object.entries(ENDLESS)) {
  test(`a response with endless ${what} is cut, and the next request uses a new connection`, async (t) => {
    const { fetch, state } = await receiver(t, answer)
    const response = await fetch()
    assert.equal(word(response), expected)
    if (response.ok) assert.deepEqual([response.body.length, response.truncated], [65_536, true])
    state.answer = say(`${OK}Content-Length: 2\r\n\r\nok`)
    assert.equal(word(await fetch()), 200)
  })
}

const ODD: [string, Answer, string | number][] = [
  ['nothing', (socket) => void socket.end(), 'connection_closed'],
  ['a reset', (socket) => void socket.resetAndDestroy(), 'connection_closed'],
  ['half a head', sayAndEnd(`${OK}Conte`), 'connection_closed'],
  ['half a body', sayAndEnd(`${OK}Content-Length: 9\r\n\r\nab`), 'connection_closed'],
  ['half a chunk', sayAndEnd(`${CHUNKED}9\r\nab`), 'connection_closed'],
  ['a body that its end ends', sayAndEnd(`${OK}\r\nab`), 200],
  ['HTTP/1.0', sayAndEnd('HTTP/1.0 200 OK\r\n\r\nab'), 200],
  ['HTTP/0.9', sayAndEnd('<html>'), 'invalid_response'],
  ['HTTP/2', say(Buffer.from('000012040000000000', 'hex')), 'invalid_response'],
  ['HTTP/9.9', say('HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n'), 'invalid_response'],
  ['a TLS alert', say(Buffer.from('15030100020228', 'hex')), 'invalid_response'],
  ['status 0', say('HTTP/1.1 000 X\r\nContent-Length: 0\r\n\r\n'), 'invalid_response'],
  ['status 99', say('HTTP/1.1 99 X\r\nContent-Length: 0\r\n\r\n'), 'invalid_response'],
  ['status 1000', say('HTTP/1.1 1000 X\r\nContent-Length: 0\r\n\r\n'), 'invalid_response'],
  ['status 999', say('HTTP/1.1 999 X\r\nContent-Length: 0\r\n\r\n'), 999],
  ['a 101', say('HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'), 'invalid_response'],
  ['a 101 before a response', say(`HTTP/1.1 101 S\r\n\r\n${OK}\r\n`), 'invalid_response'],
  ['half of an interim response', sayAndEnd('HTTP/1.1 100 Cont'), 'connection_closed'],
  ['an interim response alone', sayAndEnd('HTTP/1.1 100 Continue\r\n\r\n'), 'connection_closed'],
  ['an interim response of 1 MB', flood('HTTP/1.1 103 E\r\nLink: ', 'x'), 'invalid_response'],
  ['two lengths', say(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`), 'invalid_response'],
  ['a negative length', say(`${OK}Content-Length: -1\r\n\r\n`), 'invalid_response'],
  ['a length that is none', say(`${OK}Content-Length: 0x10\r\n\r\n`), 'invalid_response'],
  [
    'a length beyond numbers',
    say(`${OK}Content-Length: ${'9'.repeat(30)}\r\n\r\n`),
    'invalid_response',
  ],
  [
    'length and chunks',
    say(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
    'invalid_response',
  ],
  ['a chunk size beyond numbers', say(`${CHUNKED}${'F'.repeat(17)}\r\nx`), 'invalid_response'],
  ['a negative chunk size', say(`${CHUNKED}-1\r\nx`), 'invalid_response'],
  ['a NUL in a header', say(`${OK}X: a\0b\r\nContent-Length: 0\r\n\r\n`), 'invalid_response'],
  [
    'an escape in a header',
    say(`${OK}X: a\x1b[2Jb\r\nContent-Length: 0\r\n\r\n`),
    'invalid_response',
  ],
  ['a bare line feed', say(`HTTP/1.1 200 OK\nContent-Length: 0\n\n`), 'invalid_response'],
  ['a folded header', say(`${OK}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`), 'invalid_response'],
]

test('each malformed response has its own code, and does not affect other requests', async (t) => {
  const { fetch, state } = await receiver(t, () => {})
  for (const [what, answer, expected] of ODD) {
    for (const round of ['first', 'second']) {
      state.answer = answer
      assert.equal(word(await fetch()), expected, `${what}, ${round}`)
    }
    state.answer = say(`${OK}Content-Length: 2\r\n\r\nok`)
    assert.equal(word(await fetch()), 200, `after ${what}`)
  }
})

const INTERIM: Record<string, string> = {
  'a 100': 'HTTP/1.1 100 Continue\r\n\r\n',
  'a 100 without a reason': 'HTTP/1.1 100 \r\n\r\n',
  'a 100 of HTTP/1.0': 'HTTP/1.0 100 Continue\r\n\r\n',
  'a 102': 'HTTP/1.1 102 Processing\r\n\r\n',
  'a 103 with headers': 'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nX-A: 1\r\n\r\n',
  'one with a length': 'HTTP/1.1 103 E\r\nContent-Length: 3\r\nConnection: close\r\n\r\n',
  'an unknown one': 'HTTP/1.1 199 X\r\n\r\n',
  'several of them':
    'HTTP/1.1 100 C\r\n\r\n'.repeat(3) + 'HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\nA: b\r\n\r\n',
}

for (const [what, interim] of Object.entries(INTERIM)) {
  test(`interim responses before the response are skipped: ${what}, whole and byte by byte`, async (t) => {
    const { fetch, state } = await receiver(t, () => {})
    const response = `${OK}X-B: 2\r\nContent-Length: 20\r\n\r\nHTTP/1.1 100 C\r\n\r\nok`
    const bytes = Buffer.from(interim + response)
    const byByte: Answer = (socket, at = 0) => {
      if (at < bytes.length) socket.write(bytes.subarray(at, at + 1), () => byByte(socket, at + 1))
    }
    for (const answer of [say(bytes), byByte]) {
      state.answer = answer
      for (const round of ['first', 'on the same connection']) {
        const { ok, ...got } = await fetch()
        assert.ok(ok, round)
        assert.equal(got.status, 200)
        assert.deepEqual(got.headers, { 'x-b': '2', 'content-length': '20' })
        assert.equal((got as { body: Buffer }).body.toString(), 'HTTP/1.1 100 C\r\n\r\nok')
      }
    }
  })
}

test('bytes after a response are never used as the response to the next request', async (t) => {
  const { fetch, state } = await receiver(t, () => {})
  const full = `${OK}Content-Length: 0\r\n\r\n`
  for (const more of [full.replace('200', '500'), 'garbage', 'HTTP/1.1 103 E\r\n\r\n']) {
    state.answer = say(full + more)
    assert.equal(word(await fetch()), 200)
    state.answer = say(full.replace('200', '202'))
    assert.equal(word(await fetch()), 202, more)
  }
})

test('headers with the names of object properties are ordinary headers', async (t) => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then']
  const lines = names.map((name) => `${name}: a\r\n${name}: b\r\n`).join('')
  const { fetch } = await receiver(t, say(`${OK}${lines}Content-Length: 0\r\n\r\n`))
  const { headers } = await fetch()
  const entries = names.map((name) => [name.toLowerCase(), 'a, b'])
  assert.deepEqual(Object.entries(headers), [...entries, ['content-length', '0']])
})

test('of very many headers, a hundred are kept', async (t) => {
  const lines = Array.from({ length: 1000 }, (_, index) => `X-${index}: 1\r\n`).join('')
  const { fetch } = await receiver(t, say(`${OK}Content-Length: 0\r\n${lines}\r\n`))
  const response = await fetch()
  assert.equal(word(response), 200)
  assert.equal(Object.keys(response.headers).length, 100)
})

test('compressed bodies are not decompressed', async (t) => {
  const zeros = Buffer.alloc(30_000_000)
  const packed = {
    gzip: gzipSync(zeros),
    deflate: deflateSync(zeros),
    br: brotliCompressSync(zeros),
    zstd: zstdCompressSync(zeros),
  }
  const { fetch, state } = await receiver(t, () => {})
  for (const [encoding, body] of Object.entries(packed)) {
    const head = `${OK}Content-Encoding: ${encoding}\r\nContent-Length: ${body.length}\r\n\r\n`
    state.answer = (socket) => void (socket.write(head), socket.write(body))
    const response = await fetch()
    assert.ok(response.ok, encoding)
    assert.deepEqual(response.body, body.subarray(0, 65_536), encoding)
  }
})

test('for any response bytes, a request ends with a status or a code', async (t) => {
  const { fetch, state } = await receiver(t, () => {})
  const seeds = [
    `${OK}Content-Length: 5\r\nX: y\r\n\r\nhello`,
    `${CHUNKED}5\r\nhello\r\n0\r\nA: b\r\n\r\n`,
    `HTTP/1.1 103 E\r\nLink: a\r\n\r\n${OK}\r\nab`,
  ].map((text) => Buffer.from(text))
  const edits = fc.array(
    fc.record({ at: fc.nat(), bytes: fc.uint8Array({ maxLength: 3 }), cut: fc.nat(4) }),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...seeds), edits, async (seed, changes) => {
      let bytes = seed
      for (const { at, bytes: inserted, cut } of changes) {
        const place = at % (bytes.length + 1)
        bytes = Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + cut)])
      }
      state.answer = (socket) => void socket.end(bytes)
      const response = await fetch()
      assert.match(String(word(response)), /^(\d{3}|invalid_response|connection_closed)$/)
    }),
    { numRuns: 300 },
  )
})
