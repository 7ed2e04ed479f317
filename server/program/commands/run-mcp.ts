import { isJSONRPCRequest, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { ConnectionError, toParleyError } from '#client/index.ts'
import { openRemote, reasonOf, RemoteError, toRemoteError } from './remote.ts'
import type { Remote, RemoteOptions } from './remote.ts'

/** The longest time for one request. Tools wait for the database at most. */
const REQUEST_MS = 60_000
/** The JSON-RPC code of a request that did not reach the server's tools. */
const FAILED = -32000

/**
 * Runs `mcp`: passes the messages of an assistant, on stdin and stdout, to `/mcp` of a Parley server and back, until the
 * assistant closes stdin. stdout has nothing but messages.
 */
export async function runMcp(options: RemoteOptions): Promise<void> {
  const remote = openRemote(options)
  const here = new StdioServerTransport()
  const there = new StreamableHTTPClientTransport(new URL(`${remote.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${remote.apiKey}` } },
    fetch: (url, init) => call(remote, url, init),
  })
  there.onmessage = (message) => {
    const { result } = message as { result?: { protocolVersion?: unknown } }
    // The answer to `initialize`. Later requests name the version in a header.
    if (typeof result?.protocolVersion === 'string')
      there.setProtocolVersion(result.protocolVersion)
    void here.send(message).catch(() => undefined)
  }
  here.onmessage = (message) => {
    there.send(message).catch((err: unknown) => {
      const answer = toFailure(message, err)
      if (answer) void here.send(answer).catch(() => undefined)
    })
  }
  const ended = new Promise<void>((resolve) => {
    here.onclose = resolve
  })
  await there.start()
  await here.start()
  await ended
  await there.close()
}

/**
 * Sends a request of the protocol, whose answers differ from the API's.
 *
 * @throws {RemoteError} the server refuses it or does not respond
 */
async function call(remote: Remote, url: string | URL, init: RequestInit = {}): Promise<Response> {
  const signals = [AbortSignal.timeout(REQUEST_MS), ...(init.signal ? [init.signal] : [])]
  let answer: Response
  try {
    answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.any(signals) })
  } catch (err) {
    throw toRemoteError(remote, new ConnectionError('', { cause: err }))
  }
  const isProblem = answer.headers.get('content-type')?.includes('problem+json') ?? false
  if (!isProblem || init.method !== 'POST') return answer
  throw toRemoteError(remote, toParleyError(await answer.text(), answer.status, null))
}

/** Returns the answer to a request that failed on its way; undefined for a message that expects none. */
function toFailure(message: JSONRPCMessage, err: unknown): JSONRPCMessage | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const text = err instanceof RemoteError ? err.message : `The request failed: ${reasonOf(err)}.`
  return { jsonrpc: '2.0', id: message.id, error: { code: FAILED, message: text } }
}
