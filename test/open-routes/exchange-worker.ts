/** The client of the open routes, in a thread of its own, so that its CPU time is not that of the servers. */
import { connect } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { Exchange } from './exchange.ts'

parentPort!.on('message', ({ port, head, body }: Exchange) => {
  const socket = connect({ port, host: '127.0.0.1' })
  let answer = ''
  const timer = setTimeout(() => settle(0), 30_000)
  function settle(status: number): void {
    clearTimeout(timer)
    socket.removeAllListeners()
    socket.on('error', () => undefined)
    socket.destroy()
    parentPort!.postMessage(status)
  }
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
    const status = /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]
    if (answer.includes('\r\n\r\n') && status !== '100') settle(Number(status))
  })
  socket.on('error', () => settle(0))
  socket.on('close', () => settle(0))
  socket.write(head)
  socket.write(body)
})
