import { number, text, texts, time, uuid, word } from '../column.ts'
import { directoryTable, serverTable } from '../table.ts'

/** The state of a move: `copying` until the directory names the new server, `switched` until the old one is empty. */
type MoveState = 'copying' | 'switched' | 'done' | 'aborted'

/** Moves of workspaces from one server to another. */
export const workspace_moves = directoryTable({
  withoutContacts: 'names of servers, states, and why a move failed, without values of rows',
}).columns({
  id: uuid(),
  workspace_id: uuid(),
  source: text(),
  target: text(),
  state: word<MoveState>().defaulted(),
  holder: uuid(),
  started_at: time().defaulted(),
  renewed_at: time().defaulted(),
  switched_at: time().nullable(),
  ended_at: time().nullable(),
  pause_ms: number().nullable(),
  problem: text().nullable(),
})

/** How busy the server of each shard is, by what PostgreSQL counts. `busy`: seconds of executing statements in a second. */
export const shard_loads = directoryTable().columns({
  shard: text(),
  measured_at: time(),
  active_ms: number(),
  busy: number().nullable().defaulted(),
  database_bytes: number(),
})

/** Workspaces whose rows on this server must not be worked on. */
export const absent_workspaces = serverTable({
  withoutContacts: 'ids of workspaces and states',
}).columns({
  workspace_id: uuid(),
  state: word<'arriving' | 'draining' | 'fenced'>(),
})

/** Keys of rows that were written while their workspace is copied. */
export const moved_rows = serverTable().columns({
  id: number().defaulted(),
  table_name: text(),
  key: texts(),
})
