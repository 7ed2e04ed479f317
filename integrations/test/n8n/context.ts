/** A request as the nodes give it to n8n's helper. */
type Options = {
  method: string
  url: string
  qs?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  encoding?: string
}

/** What n8n would know when it runs a node, and the requests that the node sent. */
type NodeContext = {
  context: Record<string, unknown>
  requests: { url: string; headers: Headers }[]
  stored: Record<string, unknown>
}

/**
 * Returns the `this` of a node's methods: n8n's edge, with real requests to a Parley.
 *
 * parameters: the values of the properties, per item. loseAnswers: how many answers are lost after the server acted.
 */
export function createContext(given: {
  baseUrl: string
  apiKey: string
  parameters?: Record<string, unknown>[]
  executionId?: string
  continueOnFail?: boolean
  webhookUrl?: string
  loseAnswers?: number
  binary?: { bytes: Buffer; fileName: string; mimeType: string }
  stored?: Record<string, unknown>
}): NodeContext {
  const { parameters = [{}], stored = {}, binary } = given
  const requests: NodeContext['requests'] = []
  let lost = 0
  const parameterOf = (
    item: Record<string, unknown> | undefined,
    name: string,
    fallback: unknown,
  ) => {
    if (item && name in item) return item[name]
    if (fallback === undefined) throw new Error(`The parameter ${name} is missing.`)
    return fallback
  }
  const context = {
    getCredentials: async () => ({ baseUrl: given.baseUrl, apiKey: given.apiKey }),
    getNode: () => ({ id: 'node-1', name: 'Parley' }),
    getWorkflow: () => ({ id: 'workflow-1', name: 'Answers' }),
    getExecutionId: () => given.executionId,
    evaluateExpression: () => 0,
    continueOnFail: () => given.continueOnFail ?? false,
    getInputData: () => parameters.map((json) => ({ json })),
    // Hook functions have no item; their second argument is the fallback.
    getNodeParameter: (name: string, second?: unknown, third?: unknown) =>
      typeof second === 'number'
        ? parameterOf(parameters[second], name, third)
        : parameterOf(parameters[0], name, second),
    getNodeWebhookUrl: () => given.webhookUrl,
    getWorkflowStaticData: () => stored,
    helpers: {
      httpRequestWithAuthentication: async (_: string, options: Options) => {
        const answer = await request(options)
        if (lost++ < (given.loseAnswers ?? 0)) throw new Error('The connection was reset.')
        return answer
      },
      assertBinaryData: () => binary,
      getBinaryDataBuffer: async () => binary!.bytes,
      prepareBinaryData: async (bytes: Buffer, fileName?: string, mimeType?: string) => ({
        data: bytes.toString('base64'),
        fileName,
        mimeType,
      }),
    },
  }
  return { context, requests, stored }

  async function request({ method, url, qs = {}, body, headers: extra, encoding }: Options) {
    const address = new URL(url)
    for (const [name, value] of Object.entries(qs)) address.searchParams.set(name, String(value))
    const headers = new Headers({ ...extra, authorization: `Bearer ${given.apiKey}` })
    const isForm = body instanceof FormData
    if (body && !isForm) headers.set('content-type', 'application/json')
    requests.push({ url: address.href, headers })
    const sent = isForm ? body : body ? JSON.stringify(body) : null
    const answer = await fetch(address, { method, headers, body: sent })
    const text = encoding ? await answer.arrayBuffer() : await answer.text()
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: typeof text === 'string' && text !== '' ? JSON.parse(text) : text,
    }
  }
}
