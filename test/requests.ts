import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import type { LoggedRequest } from '#request-log/logged-request.ts'

/** Returns a successful request of an API key, for the log; `more` replaces single values. */
export function testRequest(
  scope: Scope,
  keyId: string,
  more: Partial<LoggedRequest> = {},
): LoggedRequest {
  return {
    workspaceId: scope.workspaceId,
    keyId,
    method: 'GET',
    route: '/api/v1/chats',
    path: '/api/v1/chats',
    status: 200,
    durationMs: 3,
    code: null,
    errors: [],
    requestId: newId(),
    at: scope.clock.now(),
    bodies: null,
    ...more,
  }
}
