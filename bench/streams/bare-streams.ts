/**
 * The yardstick of streams: a bare HTTP server that keeps streams of server-sent events, and writes each posted frame to all
 * streams of a workspace. It has no database, knows no positions and resumes nothing.
 */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

const streams = new Map<string, Set<ServerResponse>>()

const server = createServer((request, response) => {
  const workspace = String(request.headers['x-workspace'])
  const open = streams.get(workspace) ?? new Set<ServerResponse>()
  streams.set(workspace, open)
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    response.write(`id: ${request.headers['x-start']}\n\n`)
    open.add(response)
    response.once('close', () => open.delete(response))
  } else if (request.method === 'POST') {
    let frame = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (frame += chunk))
    request.on('end', () => {
      for (const stream of open) stream.write(frame)
      response.writeHead(204).end()
    })
  } else response.writeHead(204).end()
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
