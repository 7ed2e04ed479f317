import type { Bigint } from '../column-types.ts'

/** Rows of `events`; `body` is the JSON exactly as it is signed and sent. `cause`: `writeCause`. */
export type Events = {
  workspace_id: string
  id: string
  position: Bigint
  type: string
  body: string
  created_at: Date
  cause: string | null
}
