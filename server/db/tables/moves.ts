import type { Generated } from 'kysely'
import type { Bigint, Defaulted } from '../column-types.ts'

/** The state of a move: `copying` until the directory names the new server, `switched` until the old one is empty. */
type MoveState = 'copying' | 'switched' | 'done' | 'aborted'

/** Rows of `workspace_moves`: moves of workspaces from one server to another. */
export type WorkspaceMoves = {
  id: string
  workspace_id: string
  source: string
  target: string
  state: Defaulted<MoveState>
  holder: string
  started_at: Defaulted<Date>
  renewed_at: Defaulted<Date>
  switched_at: Date | null
  ended_at: Date | null
  pause_ms: number | null
  problem: string | null
}

/** Rows of `absent_workspaces`: workspaces whose rows on this server must not be worked on. */
export type AbsentWorkspaces = {
  workspace_id: string
  state: 'arriving' | 'draining' | 'fenced'
}

/** Rows of `moved_rows`: keys of rows that were written while their workspace is copied. */
export type MovedRows = { id: Generated<Bigint>; table_name: string; key: string[] }
