/** The query and the bodies of a request as they are stored: without secrets, and cut. */
export type Bodies = { query: string | null; request: string | null; response: string | null }

/** A request of an API key as it is logged. `at` is the end of the response. */
export type LoggedRequest = {
  workspaceId: string
  keyId: string
  method: string
  route: string | null
  path: string
  status: number
  durationMs: number
  code: string | null
  errors: { field: string; code: string }[]
  requestId: string
  at: Date
  bodies: Bodies | null
}
