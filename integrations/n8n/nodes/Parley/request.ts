import { NodeApiError, sleep } from 'n8n-workflow'
import type {
  IExecuteFunctions,
  IHookFunctions,
  IHttpRequestOptions,
  IN8nHttpFullResponse,
  JsonObject,
} from 'n8n-workflow'

const RETRIES_MAX = 3
const PAUSE_MAX_SECONDS = 30

/** A problem as the API answers it (RFC 9457), as far as the node shows it. */
type Problem = {
  code?: string
  title?: string
  detail?: string
  request_id?: string
  errors?: { field: string; message: string }[]
}

/**
 * Sends a request with the credentials and returns the answer, whatever its status. `url` is the path.
 *
 * A request that was refused for now (429, 503) is repeated up to three times, not before `Retry-After`. A PATCH is repeated
 * only after a rate limit, because only POSTs have idempotency keys.
 */
export async function send(
  context: IExecuteFunctions | IHookFunctions,
  options: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
  const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('parleyApi')
  const request = {
    json: true,
    ...options,
    url: baseUrl.replace(/\/+$/, '') + options.url,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    disableFollowRedirect: true,
  }
  for (let retries = 0; ; retries++) {
    const answer = (await context.helpers.httpRequestWithAuthentication.call(
      context,
      'parleyApi',
      request,
    )) as IN8nHttpFullResponse
    const isPassing =
      answer.statusCode === 429 || (answer.statusCode === 503 && request.method !== 'PATCH')
    const seconds = readRetryAfter(answer)
    if (!isPassing || retries >= RETRIES_MAX || seconds > PAUSE_MAX_SECONDS) return answer
    await sleep(Math.max(seconds, 0.5 * 2 ** retries) * 1000)
  }
}

/**
 * Sends a request as `send` does and returns the answer of a success.
 *
 * @throws {NodeApiError} with the detail of the problem as its message, and its code in the description
 */
export async function request(
  context: IExecuteFunctions | IHookFunctions,
  options: IHttpRequestOptions,
  itemIndex?: number,
): Promise<IN8nHttpFullResponse> {
  const index = itemIndex === undefined ? {} : { itemIndex }
  const answer = await send(context, options).catch((error: JsonObject) => {
    throw new NodeApiError(context.getNode(), error, index)
  })
  if (answer.statusCode < 300) return answer
  const problem = readProblem(answer.body)
  const { code, title, detail, request_id: requestId, errors = [] } = problem
  const fields = errors.map(({ field, message }) => `${field} ${message}`)
  const facts = [code && `Code: ${code}`, requestId && `Request: ${requestId}`]
  throw new NodeApiError(context.getNode(), problem as JsonObject, {
    ...index,
    httpCode: String(answer.statusCode),
    message: detail ?? title ?? `Parley answered ${answer.statusCode}.`,
    description: [...fields, ...facts].filter(Boolean).join(' · '),
  })
}

/** Returns the problem of an answer. Answers of files have it as bytes, and a proxy's answer has none. */
export function readProblem(body: unknown): Problem {
  const isBytes = Buffer.isBuffer(body) || body instanceof ArrayBuffer
  const text = isBytes ? Buffer.from(body as ArrayBuffer).toString() : body
  try {
    const problem: unknown = typeof text === 'string' ? JSON.parse(text) : text
    return typeof problem === 'object' && problem !== null ? problem : {}
  } catch {
    return {}
  }
}

function readRetryAfter({ headers }: IN8nHttpFullResponse): number {
  const seconds = Number(headers['retry-after'] ?? 0)
  return Number.isFinite(seconds) ? seconds : 0
}
