import type { RouteScope } from '#shared/scopes.ts'

/**
 * The callers that a route accepts: an API key with a scope (and those in `also`, or instead one of those in `or`) or a
 * signed-in member (an admin if the scope is `admin`, or with `admin`; with `supervisor` also a supervisor); only an API key, whatever its scopes, and with `apps` also a connected app; only a signed-in
 * member, whose role has `scope` if there is one, or admin; or anyone, for the stated reason. `fresh` requires that the member proved a short time ago who they are. `withoutSecondFactor` also accepts
 * members who lack the second factor or the single sign-on that their workspace requires. `operator` accepts only an operator
 * of the instance who has a second factor; for everybody else the route does not exist. Routes below `/api/session/` concern
 * the whole account, so they refuse the sessions of a workspace's issuer unless `forSso` is set.
 */
export type Permission =
  | {
      key: RouteScope
      also?: readonly RouteScope[]
      or?: readonly RouteScope[]
      admin?: true
      supervisor?: true
      fresh?: true
    }
  | { anyKey: true; apps?: true }
  | {
      session: 'member' | 'admin'
      scope?: RouteScope
      fresh?: true
      withoutSecondFactor?: true
      forSso?: true
      operator?: true
    }
  | { open: string }
