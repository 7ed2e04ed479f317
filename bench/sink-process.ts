/** The process behind `startSink`; it exits when its parent disconnects. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wallClock } from './wall-clock.ts'

/** A message of the parent. */
export type SinkOrder = { isHanging: boolean }

/** A message to the parent: requests by kind so far, and the arrivals since the last report. */
export type SinkReport = {
  port: number
  counts: Record<string, number>
  arrivals: [id: string, at: number][]
}

const REPORT_MS = 20
const FLAKY_SHARE = 0.1
const counts: Record<string, number> = {}
const hanging = new Set<ServerResponse>()
let arrivals: SinkReport['arrivals'] = []
let isHanging = true

const server = createServer((request, response) => {
  const at = wallClock()
  const [, kind = '', detail] = request.url!.split('/')
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind === 'watched') {
      const [, id] = /"data":\{"id":"([^"]+)"/.exec(Buffer.concat(chunks).toString('latin1')) ?? []
      if (id !== undefined) arrivals.push([id, at])
    }
    if (kind === 'after') setTimeout(() => response.end('ok'), Number(detail))
    else if (kind === 'hang') hang(response)
    else if (kind === 'refuse') refuse(response)
    else if (kind === 'flaky' && Math.random() < FLAKY_SHARE) refuse(response)
    else response.end('ok')
  })
})
server.keepAliveTimeout = 120_000

function hang(response: ServerResponse): void {
  if (!isHanging) return refuse(response)
  hanging.add(response)
  response.once('close', () => hanging.delete(response))
}

function refuse(response: ServerResponse): void {
  response.statusCode = 503
  response.end()
}

process.on('message', (order: SinkOrder) => {
  isHanging = order.isHanging
  if (!isHanging) for (const response of hanging) refuse(response)
})
process.once('disconnect', () => process.exit(0))
server.listen({ host: '0.0.0.0', port: 0, backlog: 4_096 }, () => {
  const { port } = server.address() as AddressInfo
  let told = ''
  setInterval(() => {
    const state = JSON.stringify(counts)
    if (told !== '' && state === told) return
    told = state
    process.send!({ port, counts, arrivals } satisfies SinkReport)
    arrivals = []
  }, REPORT_MS)
})
