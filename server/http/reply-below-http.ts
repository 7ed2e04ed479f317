import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ERRORS } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { newId } from '#lib/ids.ts'
import { toProblem } from './to-problem.ts'

const byNodeCode: Record<string, [code: ErrorCode, detail: string]> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive in time.'],
}

/**
 * Responds to bytes that are not an HTTP request with RFC 9457 problem+json, if the socket is still open, and
 * closes it.
 */
export function replyBelowHttp(err: NodeJS.ErrnoException, socket: Socket): void {
  if (err.code === 'ECONNRESET' || socket.destroyed) return
  const [code, detail] = byNodeCode[err.code ?? ''] ?? [
    'bad_request' as const,
    'The request is not valid HTTP.',
  ]
  const [status] = ERRORS[code]
  const id = newId()
  const body = JSON.stringify(toProblem(code, detail, id))
  if (!socket.writable) return void socket.destroy(err)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
