import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './db/pool.ts'
import type { LaneKind } from './db/workspace-tables.ts'
import type { Clock } from './lib/clock.ts'

/** One lane: the target that has work due. */
export type LaneRef = { kind: LaneKind; workspaceId: string; targetId: string }

/** Who acts: it becomes the author of what is written. */
export type Actor =
  | { type: 'api_key'; id: string }
  | { type: 'member'; id: string }
  | { type: 'person'; id: string }
  | { type: 'system'; id: null }

/**
 * What every verb can use; built once per process. `wake` tells the workers that a lane has work due, `announce`
 * the streams that a workspace has new events.
 */
export type Context = {
  db: Db
  config: Config
  log: Logger
  clock: Clock
  wake: (lanes: LaneRef[]) => void
  announce: (workspaceId: string) => void
  /** Present inside a transaction: what to do once it is committed. Use `afterCommit`. */
  onCommit?: (() => void)[]
}

/** A context that acts on one workspace for one actor: the first argument of every verb. */
export type Scope = Context & { workspaceId: string; actor: Actor }

/** The scope of the product itself in a workspace. */
export function systemScope(context: Context, workspaceId: string): Scope {
  return { ...context, workspaceId, actor: { type: 'system', id: null } }
}
