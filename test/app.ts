import { after } from 'node:test'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { createApi } from '#api.ts'
import type { ApiOptions } from '#api.ts'
import { createAnswerCheck } from './check-answer.ts'
import type { CallOptions } from './check-answer.ts'
import type { Answer } from './answer.ts'

/** Calls the API: a method and a path, a JSON body, headers. */
export type Call = (
  request: string,
  options?: {
    key?: string
    body?: unknown
    headers?: Record<string, string>
    address?: string
  },
) => Promise<Answer>

/**
 * Starts the whole API server in this process; it is closed after the file's tests. Every response is checked against
 * its description.
 *
 * call('POST /api/v1/contacts', { key, body }): `body` is sent as JSON, a string or Buffer unchanged; `address` is the
 * client's address.
 */
export async function openTestApi(
  context: Context,
  options: CallOptions & ApiOptions = {},
): Promise<{ call: Call; app: App }> {
  const app = await createApi(context, options)
  await app.ready()
  after(() => app.close())
  const check = createAnswerCheck(app, options)
  return {
    app,
    async call(request, { key, body, headers = {}, address } = {}) {
      const [method, url] = request.split(' ') as ['GET' | 'POST' | 'PATCH' | 'DELETE', string]
      const isRaw = typeof body === 'string' || Buffer.isBuffer(body)
      const response = await app.inject({
        method,
        url,
        ...(address !== undefined && { remoteAddress: address }),
        ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...headers,
        },
      })
      const isJson = /[/+]json/.test(String(response.headers['content-type'] ?? ''))
      const answer: Answer = {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: isJson && response.body ? JSON.parse(response.body) : undefined,
      }
      check(request, answer)
      return answer
    },
  }
}
