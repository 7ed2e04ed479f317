/** A receiver that answers as badly as it can, in the way that the path names; it ends when its parent lets go of it. */
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { gzipSync } from 'node:zlib'

const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`
const bomb = gzipSync(Buffer.alloc(128 * 1024 * 1024))

const answers: Record<string, (socket: Socket) => void> = {
  silence: () => {},
  'body-drip': (socket) => drip(socket, `${OK}Content-Length: 100000\r\n\r\n`, 'x'),
  'header-drip': (socket) => drip(socket, OK, 'X-Drip: 1\r\n'),
  'endless-body': (socket) => flood(socket, `${OK}\r\n`, 'x'.repeat(1024)),
  'gzip-bomb': (socket) => {
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.end(bomb)
  },
  'one-byte-chunks': (socket) => flood(socket, CHUNKED, '1\r\nx\r\n'),
  'chunk-extensions': (socket) => flood(socket, `${CHUNKED}1`, ';a=b'),
  'endless-headers': (socket) => flood(socket, OK, `X-Flood: ${'x'.repeat(80)}\r\n`),
  'tiny-headers': (socket) => flood(socket, OK, 'a:\r\n'),
  'early-hints': (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n'),
}

function flood(socket: Socket, head: string, part: string): void {
  const many = part.repeat(Math.ceil(16_384 / part.length))
  socket.write(head)
  const more = () => {
    while (!socket.destroyed && socket.write(many));
  }
  socket.on('drain', more)
  more()
}

function drip(socket: Socket, head: string, part: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(part), 1000)
  socket.on('close', () => clearInterval(timer))
}

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', (data: Buffer) => {
    const [, kind = ''] = /^POST \/([a-z-]+)/.exec(data.toString('latin1')) ?? []
    socket.resume()
    answers[kind]?.(socket)
  })
})
process.once('disconnect', () => process.exit(0))
server.listen({ host: '0.0.0.0', port: 0, backlog: 1024 }, () => {
  const { port } = server.address() as AddressInfo
  process.send!({ port, kinds: Object.keys(answers) })
})
