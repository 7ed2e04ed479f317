import type { Context, Scope } from './context.ts'
import { onServer } from './shards.ts'

/** Returns the context with the database of the server on which a workspace lies. */
export async function inWorkspace<C extends Context>(context: C, workspaceId: string): Promise<C> {
  if (!context.shards) return context
  return onServer(context, await context.shards.find(workspaceId))
}

/** Creates a scope in which the product itself acts on a workspace, on the server on which that lies. */
export async function systemScopeOn(context: Context, workspaceId: string): Promise<Scope> {
  const there = await inWorkspace(context, workspaceId)
  return { ...there, workspaceId, actor: { type: 'system', id: null } }
}
