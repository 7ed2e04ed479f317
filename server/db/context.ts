import type { Logger } from 'pino'
import type { Config } from '#lib/settings/config.ts'
import type { DamageLog } from './damage/damage-log.ts'
import type { Db } from './pool.ts'
import type { Given } from './to-given.ts'
import type { Replicas } from './connecting/replicas.ts'
import type { LaneKind } from './tables/lanes.ts'
import type { Clock } from '#lib/clock.ts'
import type { Viewer } from './visibility/viewer.ts'
import type { ReadSlots } from '#lib/pacing/read-slots.ts'

/** A lane: the target of a work queue. */
export type LaneRef = { kind: LaneKind; workspaceId: string; targetId: string }

/** A lane to wake. `handed` is the work due, which its holder in this process may take without reading it. */
export type WokenLane = LaneRef & { handed?: unknown }

/**
 * The announcements of this process. `origin` marks its notifications; `notify` calls the subscribers without one, for a process with
 * the same origin; `subscribe` returns how to end it.
 */
export type Announcements = {
  origin: string
  notify: (workspaceId: string) => void
  subscribe: (onNews: (workspaceId: string) => void) => () => void
}

/** The actor of a change. It becomes the author of what is written. `isTest` marks a test key, `keyId` is that of a bot. */
export type Actor =
  | { type: 'api_key'; id: string; isTest?: true }
  | { type: 'bot'; id: string; keyId: string; isTest?: true }
  | { type: 'member'; id: string }
  | { type: 'person'; id: string }
  | { type: 'rule'; id: string }
  | { type: 'system'; id: null }

/**
 * The dependencies of every verb, created once per process. `wake` notifies the workers that a lane has due
 * work; `announce` notifies the event streams that a workspace has new events.
 */
export type Context = {
  /** The database of the tenants' rows. Inside `directoryTransaction` its use throws. */
  db: Db
  /**
   * The database of the directory: rows that are read before the workspace is known (`db/table-homes.ts`). Inside
   * `transaction` its use throws.
   */
  directory: Db
  /** Returns whether a replica answers for the directory, because the main server is away; missing where none can. */
  isDirectoryFromReplica?: () => boolean
  config: Config
  log: Logger
  clock: Clock
  wake: (lanes: WokenLane[]) => void
  announce: (workspaceId: string) => void
  /** The announcements of this process; missing where nothing listens. */
  announcements?: Announcements
  /** What statements of this process found damaged on the server of `db`; missing where nobody asks. */
  damage?: DamageLog
  /** Copies of the database, if there are any; use `growingRead`. */
  replicas?: Replicas | undefined
  /** A separate connection for the health checks, so that they don't wait for other work; missing where there are none. */
  probe?: Db
  /** The slots of reads whose cost grows with the data; missing where nothing limits them. Use `growingRead`. */
  readSlots?: ReadSlots
  /** The name of the server of `db`; missing where one server holds all workspaces. */
  shard?: string
  /** The servers that hold workspaces; missing where one holds all. Use `inWorkspace`. */
  shards?: Shards
  /** Callbacks that run after the commit. Set only inside a transaction; use `afterCommit`. */
  onCommit?: (() => void)[]
  /** The part of the workspace in a transaction of several. Set only inside `workTogether`; use `gathered`. */
  gathering?: Gathering
  /** Effects to store with the commit. Set only inside a directory transaction; use `defer`. */
  deferred?: Deferred[]
}

/**
 * A server that holds workspaces, with what works there. `shard` names it; `url` reaches the server itself, not a pooler.
 */
export type Server = Required<
  Pick<Context, 'db' | 'clock' | 'wake' | 'announce' | 'announcements' | 'readSlots' | 'probe'>
> & {
  shard: string
  url: string
  damage?: DamageLog
  replicas: Replicas | undefined
}

/** The servers that hold workspaces, the main one first; `find` returns that of a workspace. */
export type Shards = { all: Server[]; find: (workspaceId: string) => Promise<Server> }

/** A context, or a part of it, with the tenants' database. */
export type WithDb = Pick<Context, 'db'>

/** A context, or a part of it, with the database of the directory. */
export type WithDirectory = Pick<Context, 'directory'>

/** A context, or a part of it, with the configuration. */
export type WithConfig = Pick<Context, 'config'>

/** A context, or a part of it, with the clock. */
export type WithClock = Pick<Context, 'clock'>

/** Executes a gathered statement for the inputs of one or several workspaces. Each row has its own workspace. */
export type Execute<I, R> = (tx: Context, given: Given<I>) => Promise<{ rows: R[] }>

/** The part of a workspace in a transaction of several. `end` must follow its last call, with the reason if it failed. */
export type Gathering = {
  call: <I, R extends { workspace_id: string }>(
    execute: Execute<I, R>,
    tx: Scope,
    inputs: readonly I[],
  ) => Promise<R[]>
  end: (failure?: { reason: unknown }) => void
}

/** A context for one workspace and one actor. The first argument of every verb. */
export type Scope = Context & {
  workspaceId: string
  actor: Actor
  /** The caller who sees only a part of the workspace; missing where the scope sees all. Use `asViewer` and `unrestricted`. */
  viewer?: Viewer | undefined
}

/**
 * A change of a tenant's rows that follows a change of the directory. `kind` names it in the outbox and never changes.
 *
 * `apply` runs in a transaction of the tenant, exactly once for each effect that was deferred. It may return `more` after a
 * bounded part of its work; then it runs again in another transaction.
 */
export type Effect<B> = {
  kind: string
  apply: (tx: Scope, body: B) => Promise<void | 'more'>
}

/**
 * An effect that was deferred: its row in the outbox, and how to apply it. `body` is JSON. With `afterMs` only the worker
 * applies it, that time after the commit.
 */
export type Deferred = {
  id: string
  afterMs?: number
  workspaceId: string
  body: string
  effect: Effect<never>
}

/** Returns the actor of a change as it is stored in JSON: its type and its id. */
export function toAuthor({ type, id }: Actor): { type: Actor['type']; id: string | null } {
  return { type, id }
}

/**
 * A value with the workspace that it belongs to. A verb that takes such values of several workspaces takes a `Context` with the
 * database of their server; its statements bind each row by the workspace of its own value.
 */
export type InWorkspace<T> = T & { workspaceId: string }

/** Creates a scope in which the product itself acts on a workspace. */
export function systemScope(context: Context, workspaceId: string): Scope {
  return { ...context, workspaceId, actor: { type: 'system', id: null } }
}
