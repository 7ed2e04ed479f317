import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server'
import { BUILD_VERSION } from '#lib/build-version.ts'
import { grants } from '#shared/grants.ts'
import { AppError } from '#lib/errors.ts'
import { getPrompt, listPrompts } from './list-prompts.ts'
import { listResourceTemplates, readResource } from './read-resource.ts'
import type { Caller, Tool } from './tool.ts'
import { TOOLS } from './tools.ts'

/** Compiles the check of an input against its schema. */
type Compile = (schema: object) => (input: unknown) => { value: unknown } | { error: Error }

/** The tools by their names, each with the check of its input. */
type CheckedTools = ReadonlyMap<string, { tool: Tool; check: ReturnType<Compile> }>

/** The server of the Model Context Protocol. */
type Mcp = {
  /** Answers one request; `body` is the parsed one. */
  serve: (request: Request, body: unknown, caller: Caller) => Promise<Response>
  /** Returns the scopes that the caller lacks for the tool that a request calls. */
  findMissing: (body: unknown, caller: Pick<Caller, 'keyScopes'>) => string[]
}

/** Creates the server of the Model Context Protocol. `compile` makes the checks of inputs. */
export function createMcp(compile: Compile): Mcp {
  const tools = new Map(TOOLS.map((tool) => [tool.name, { tool, check: compile(tool.input) }]))
  return {
    async serve(request, body, caller) {
      const handler = createMcpHandler(() => createServer(caller, tools), {
        onerror: (err) => caller.scope.log.warn({ err }, 'mcp_request_failed'),
      })
      return handler.fetch(request, { parsedBody: body })
    },
    findMissing(body, caller) {
      const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } }
      const found = method === 'tools/call' ? tools.get(String(params?.name)) : undefined
      return found ? missingScopes(caller, found.tool) : []
    },
  }
}

function createServer(caller: Caller, checked: CheckedTools): Server {
  const server = new Server(
    { name: 'parley', version: BUILD_VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions:
        'Parley holds the conversations of a business with its customers. Start with find_customer or list_conversations.',
    },
  )
  server.setRequestHandler('tools/list', async () => ({
    tools: TOOLS.filter((tool) => missingScopes(caller, tool).length === 0).map(describeTool),
  }))
  server.setRequestHandler('tools/call', async ({ params }) =>
    callTool(caller, checked, params.name, params.arguments ?? {}),
  )
  // Conversations and customers are too many to list; their templates name them.
  server.setRequestHandler('resources/list', async () => ({ resources: [] }))
  server.setRequestHandler('resources/templates/list', async () => listResourceTemplates(caller))
  server.setRequestHandler('resources/read', async ({ params }) => readResource(caller, params.uri))
  server.setRequestHandler('prompts/list', async () => listPrompts(caller))
  server.setRequestHandler('prompts/get', async ({ params }) =>
    getPrompt(caller, params.name, params.arguments),
  )
  return server
}

function describeTool({ name, title, description, effect, input, output }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: input as unknown as ListedTool['inputSchema'],
    outputSchema: output as unknown as NonNullable<ListedTool['outputSchema']>,
    annotations:
      effect === 'read'
        ? { readOnlyHint: true, openWorldHint: false }
        : {
            readOnlyHint: false,
            destructiveHint: false,
            idempotentHint: true,
            openWorldHint: effect === 'reach',
          },
  }
}

function missingScopes({ keyScopes }: Pick<Caller, 'keyScopes'>, { scopes }: Tool): string[] {
  return scopes.filter((each) => !grants(keyScopes, each))
}

async function callTool(
  caller: Caller,
  checked: CheckedTools,
  name: string,
  given: unknown,
): Promise<CallToolResult> {
  const { log } = caller.scope
  const found = checked.get(name)
  if (!found)
    return failed(
      `There is no tool ${name}. Use one of ${TOOLS.map((each) => each.name).join(', ')}.`,
    )
  const missing = missingScopes(caller, found.tool)
  if (missing.length > 0)
    return failed(
      `insufficient_scope: The API key does not have the scope ${missing.join(', ')}. Ask an admin for a key that has it.`,
    )
  try {
    const input = found.check(given)
    if ('error' in input) throw input.error
    const result = await found.tool.run(caller, input.value as never)
    const text = JSON.stringify(result)
    return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) }
  } catch (err) {
    if (err instanceof AppError) return failed(`${err.code}: ${err.message}`)
    log.error({ err, tool: name }, 'mcp_tool_failed')
    return failed('internal: The tool failed because of an error on our side. Try again later.')
  }
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
