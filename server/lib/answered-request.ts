import type { AppError } from './errors.ts'

/** A request of an API key that was answered. `route` is null for a path that does not exist, `problem` for a success. */
export type AnsweredRequest = {
  key: { workspaceId: string; id: string }
  method: string
  url: string
  route: string | null
  status: number
  durationMs: number
  problem: AppError | null
  requestId: string
  body: unknown
  sentBody: string | null
}

/** A log of requests. `record` does not wait, and `keepsBodies` says for which workspaces it takes bodies. */
export type RequestLog = {
  record: (request: AnsweredRequest) => void
  keepsBodies: (workspaceId: string) => boolean
  flush: () => Promise<void>
  close: () => Promise<void>
}
