import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSimulatorToken } from '../config.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { acceptMessage } from './accept-message.ts'
import { accountRoutes } from './account-routes.ts'
import { fieldsOf, pick } from './accounts.ts'
import { answerMessage } from './answer-message.ts'
import { badParameter, badToken, GraphError, unknownObject } from './errors.ts'
import { mediaRoutes } from './media-routes.ts'
import { objectRoutes } from './object-routes.ts'
import { markRead } from './mark-read.ts'
import { toFields } from './send-request.ts'
import { controlThread } from './thread-control.ts'
import { templateRoutes } from './template-routes.ts'
import { checkAccess, findPage } from './token-access.ts'

const BODY_BYTES_MAX = 1024 * 1024

/** The version prefix of a path, and none. */
const VERSIONS = ['', '/:version(^v\\d+\\.\\d+$)']

/** Adds the Graph API under any version and under none; an unknown path is an unknown object. */
export function graphRoutes(app: FastifyInstance, state: SimulatorState): void {
  void app.register(async (graph) => {
    graph.addHook('onRequest', async (request, reply) => {
      const token = checkToken(state, request)
      const { id, phoneNumberId, wabaId } = request.params as Record<string, string | undefined>
      const object = id ?? phoneNumberId ?? wabaId
      if (object !== undefined) checkAccess(state, token, { method: request.method, id: object })
      void reply.headers({
        'facebook-api-version': versionOf(request),
        'x-fb-trace-id': 'simulated',
      })
    })
    graph.setErrorHandler(answerError)
    // Reads the body with any content type, because the platform answers such requests itself.
    graph.removeAllContentTypeParsers()
    graph.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      async (request: FastifyRequest, text: string) => parseBody(request, text),
    )
    for (const version of VERSIONS) {
      graph.post<{ Params: { phoneNumberId: string } }>(
        `${version}/:phoneNumberId(^\\d+$)/messages`,
        { bodyLimit: BODY_BYTES_MAX },
        async (request, reply) => takeMessage(state, request.params.phoneNumberId, request, reply),
      )
      graph.post<{ Params: { phoneNumberId: string } }>(
        `${version}/:phoneNumberId(^\\d+$)/thread_control`,
        async (request) =>
          controlThread(state, request.params.phoneNumberId, toFields(request.body)),
      )
      graph.get(`${version}/me`, async (request) => showMe(state, request))
      templateRoutes(graph, state, version)
      accountRoutes(graph, state, version)
      objectRoutes(graph, state, version)
    }
    mediaRoutes(graph, state, VERSIONS)
  })
  app.setNotFoundHandler((request, reply) => {
    if (/^\/(sim|health|page)(\/|\?|$)/.test(request.url)) {
      return reply
        .code(404)
        .send({ message: 'The simulator has no such route; GET /sim lists them.' })
    }
    try {
      checkToken(state, request)
      const path = request.url.split('?')[0]!.replace(/^\/v\d+\.\d+(?=\/|$)/, '')
      throw unknownObject(request.method, path.split('/')[1] ?? '')
    } catch (error) {
      return answerError(error as GraphError, request, reply)
    }
  })
}

async function takeMessage(
  state: SimulatorState,
  phoneNumberId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = toFields(request.body)
  if (body.status !== undefined) {
    describeNumber(state, phoneNumberId)
    return markRead(state, phoneNumberId, body)
  }
  return answerMessage(state, acceptMessage(state, phoneNumberId, body), reply)
}

/** Shows the page of the request's token; the platform answers a token of a user or system user in the same way. */
function showMe(state: SimulatorState, request: FastifyRequest) {
  const page = findPage(checkToken(state, request))
  const fields = fieldsOf(request.query as Record<string, unknown>)
  if (page) return { ...pick({ ...page }, fields ?? ['name']), id: page.id }
  if (fields?.includes('category'))
    throw badParameter('Tried accessing nonexisting field (category) on node type (User)')
  return { name: 'Simulated user', id: '1' }
}

/** Returns the token of a request, or throws the platform's refusal. */
function checkToken({ config }: SimulatorState, request: FastifyRequest): string {
  const { access_token } = request.query as Record<string, unknown>
  const inHeader = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  const token = inHeader ?? (typeof access_token === 'string' ? access_token : undefined)
  if (token === undefined) {
    throw badToken('An access token is required to request this resource.')
  }
  if (token.startsWith('sim_expired')) {
    throw badToken('Error validating access token: Session has expired', 463)
  }
  if (!isSimulatorToken(token) || (config.token !== null && token !== config.token)) {
    throw badToken('Invalid OAuth access token - Cannot parse access token')
  }
  return token
}

function versionOf(request: FastifyRequest): string {
  return (request.params as { version?: string } | undefined)?.version ?? 'v24.0'
}

function parseBody(request: FastifyRequest, text: string): unknown {
  if (text === '') {
    if (/\/messages(\?|$)/.test(request.url))
      throw badParameter('Invalid parameter', 'The request has no body.')
    return {}
  }
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(text))
  }
  try {
    return JSON.parse(text)
  } catch {
    throw badParameter('Invalid parameter', 'The request body is not valid JSON.')
  }
}

function answerError(
  error: FastifyError | GraphError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = error instanceof GraphError ? error : toGraphError(error)
  return reply.code(known.httpStatus).headers(known.headers).send(known.body)
}

function toGraphError(error: FastifyError): GraphError {
  const httpStatus = error.statusCode ?? 500
  if (httpStatus < 500) {
    return new GraphError({ httpStatus, code: 100, message: `(#100) ${error.message}` })
  }
  return new GraphError({ httpStatus: 500, code: 1, message: 'An unknown error occurred' })
}
