import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSimulatorToken } from '../config.ts'
import type { SimulatorState } from '../state.ts'
import { acceptMessage } from './accept-message.ts'
import { GraphError, badParameter, badToken, unknownObject } from './errors.ts'
import { toFields } from './send-request.ts'

const BODY_BYTES_MAX = 1024 * 1024

/** Adds the Graph API under any version and under none; a path it does not know is an unknown object. */
export function graphRoutes(app: FastifyInstance, state: SimulatorState): void {
  void app.register(async (graph) => {
    graph.addHook('onRequest', async (request) => checkToken(state, request))
    graph.setErrorHandler(answerError)
    // The body is read whatever its content type says: the platform answers for itself.
    graph.removeAllContentTypeParsers()
    graph.addContentTypeParser(
      '*',
      { parseAs: 'string' },
      async (_request: unknown, text: string) => parseJson(text),
    )
    for (const version of ['', '/:version(^v\\d+\\.\\d+$)']) {
      graph.post<{ Params: { phoneNumberId: string } }>(
        `${version}/:phoneNumberId(^\\d+$)/messages`,
        { bodyLimit: BODY_BYTES_MAX },
        async (request, reply) => takeMessage(state, request.params.phoneNumberId, request, reply),
      )
    }
  })
  app.setNotFoundHandler((request, reply) => {
    if (/^\/(sim|health)(\/|\?|$)/.test(request.url)) {
      return reply.code(404).send({ message: 'The simulator has no such route; GET / lists them.' })
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

function takeMessage(
  state: SimulatorState,
  phoneNumberId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const body = toFields(request.body)
  if (body.status !== undefined) return takeReadReceipt(body)
  const { answer, afterwards } = acceptMessage(state, phoneNumberId, body)
  // `close` also comes when the caller has hung up: the message was accepted all the same.
  reply.raw.once('close', afterwards)
  return answer
}

function takeReadReceipt({ status, message_id }: Record<string, unknown>) {
  if (status !== 'read') throw badParameter("Param status must be 'read'.")
  if (typeof message_id !== 'string' || message_id === '') {
    throw badParameter('The parameter message_id is required.')
  }
  return { success: true }
}

function checkToken({ config }: SimulatorState, request: FastifyRequest) {
  const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) {
    throw badToken('An access token is required to request this resource.')
  }
  if (!isSimulatorToken(token) || (config.token !== null && token !== config.token)) {
    throw badToken('Invalid OAuth access token - Cannot parse access token')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badParameter('Invalid parameter', 'The request body is not valid JSON.')
  }
}

function answerError(
  error: FastifyError | GraphError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const known = error instanceof GraphError ? error : toGraphError(error)
  return reply.code(known.httpStatus).send(known.body)
}

function toGraphError(error: FastifyError): GraphError {
  const httpStatus = error.statusCode ?? 500
  if (httpStatus < 500) {
    return new GraphError({ httpStatus, code: 100, message: `(#100) ${error.message}` })
  }
  return new GraphError({ httpStatus: 500, code: 1, message: 'An unknown error occurred' })
}
