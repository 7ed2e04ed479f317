import type { Scope } from '../context.ts'
import type { Db } from '../pool.ts'
import { guardDatabase, unguardDatabase } from './guard-database.ts'
import type { Viewer } from './viewer.ts'

/** Returns the scope for a caller: with a viewer, its statements read and change only what that sees. */
export function asViewer(scope: Scope, viewer: Viewer | undefined): Scope {
  const all = unrestricted(scope)
  return viewer ? { ...all, viewer, db: guardDatabase(all.db, all.workspaceId, viewer) } : all
}

/**
 * Returns the scope in which the product itself goes on with the work of a caller, such as counting and notifying, after the verb has checked
 * what the caller may see. It sees all.
 */
export function unrestricted<S extends Pick<Scope, 'db' | 'viewer'>>(scope: S): S {
  return scope.viewer ? { ...scope, viewer: undefined, db: unguardDatabase(scope.db) } : scope
}

/** Returns the scope with another database of its server, such as a replica, and the same viewer. */
export function withDatabase(scope: Scope, db: Db): Scope {
  const { viewer, workspaceId } = scope
  return { ...scope, db: viewer ? guardDatabase(db, workspaceId, viewer) : db }
}
