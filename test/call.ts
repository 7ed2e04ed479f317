import type { Call } from './app.ts'
import type { Answer } from './answer.ts'

/** Returns a function that calls the server at `url`, like `openTestApi`. `common` headers are sent with each call. */
export function createCall(url: string, common: Record<string, string> = {}): Call {
  return async (request, { key, body, headers = {} } = {}): Promise<Answer> => {
    const [method, path] = request.split(' ') as [string, string]
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...common,
        ...headers,
      },
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: {
        ...Object.fromEntries(response.headers),
        'set-cookie': response.headers.getSetCookie(),
      },
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }
}
