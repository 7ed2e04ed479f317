import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { test } from 'node:test'
import { pino } from 'pino'
import { createApp } from './app.ts'

test('a caller that disconnects while sending its body is not our error', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const app = createApp({ log, bodyBytesMax: 1000 })
  app.post('/hung-up', { config: { permission: { open: 'a test' } } }, async () => 'read')
  const errors = new Promise<Error>((resolve) =>
    app.addHook('onError', async (_request, _reply, err) => resolve(err)),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      'POST /hung-up HTTP/1.1\r\nhost: test\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"',
    )
    await once(app.server, 'request')
    socket.destroy()
    assert.equal(((await errors) as { code?: string }).code, 'ECONNRESET')
  } finally {
    await app.close()
  }
  assert.deepEqual(
    lines.filter((line) => JSON.parse(line).level === 'error'),
    [],
  )
})
