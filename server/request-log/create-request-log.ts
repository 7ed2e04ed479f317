import type { Context } from '#db/context.ts'
import type { AnsweredRequest, RequestLog } from '#lib/answered-request.ts'
import { createRequestRecorder } from './create-request-recorder.ts'
import type { LoggedRequest } from './logged-request.ts'
import { maskPath } from '#lib/mask-path.ts'
import { redactBody, redactQuery, redactText } from './redact-body.ts'

const FIELDS_MAX = 20
const NAME_CHARACTERS_MAX = 100

/** Creates the log of the requests of API keys. */
export function createRequestLog(context: Context): RequestLog {
  const recorder = createRequestRecorder(context)
  const toLogged = (request: AnsweredRequest): LoggedRequest => ({
    workspaceId: request.key.workspaceId,
    keyId: request.key.id,
    method: request.method,
    route: request.route,
    path: maskPath(request.url),
    status: request.status,
    durationMs: request.durationMs,
    code: request.problem?.code ?? null,
    errors: (request.problem?.fields ?? []).slice(0, FIELDS_MAX).map(({ field, code }) => ({
      field: field.slice(0, NAME_CHARACTERS_MAX),
      code: code.slice(0, NAME_CHARACTERS_MAX),
    })),
    requestId: request.requestId,
    at: context.clock.now(),
    bodies: recorder.keepsBodies(request.key.workspaceId)
      ? {
          query: redactQuery(request.url),
          request: redactBody(request.body),
          response: redactText(request.sentBody),
        }
      : null,
  })
  return {
    ...recorder,
    record(request) {
      const { workspaceId } = request.key
      recorder.record({ workspaceId, status: request.status }, () => toLogged(request))
    },
  }
}
