import assert from 'node:assert/strict'
import { after } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createApi } from '#api.ts'
import type { Context } from '#db/context.ts'

/** A connection of the official client; `use` calls a tool and returns its text. */
export type TestMcp = {
  client: Client
  use: (
    name: string,
    input?: Record<string, unknown>,
  ) => Promise<{ isError: boolean; text: string }>
  close: () => Promise<void>
}

/**
 * Starts two API servers; they are closed after the file's tests. `connect` connects the official client, which sends its
 * requests to the two in turn.
 */
export async function openTestMcp(context: Context): Promise<{
  urls: string[]
  connect: (key: string, version?: string) => Promise<TestMcp>
}> {
  const servers = [await createApi(context), await createApi(context)]
  const urls = await Promise.all(servers.map((app) => app.listen({ port: 0, host: '127.0.0.1' })))
  after(() => Promise.all(servers.map((app) => app.close())))
  return { urls, connect: (key, version) => connectToMcp(urls, key, version) }
}

/** Connects the official client, which sends its requests to the servers at `urls` in turn. */
export async function connectToMcp(
  urls: string[],
  key: string,
  version?: string,
): Promise<TestMcp> {
  let count = 0
  let listed: ReturnType<Client['listTools']> | undefined
  const transport = new StreamableHTTPClientTransport(new URL(`${urls[0]}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (_url, init) => fetch(`${urls[count++ % urls.length]}/mcp`, init),
  })
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    version === undefined ? {} : { versionNegotiation: { mode: { pin: version } } },
  )
  await client.connect(transport)
  return {
    client,
    async use(name, input = {}) {
      // The client checks structured content against the schema of a tool that it has listed.
      listed ??= client.listTools()
      const { tools } = await listed
      const result = await client.callTool({ name, arguments: input })
      const [first] = result.content as { text: string }[]
      if (!result.isError) {
        assert.ok(tools.find((each) => each.name === name)?.outputSchema, name)
        assert.deepEqual(result.structuredContent, JSON.parse(first!.text), name)
      }
      return { isError: result.isError ?? false, text: first!.text }
    },
    close: () => client.close(),
  }
}
