import type { IncomingHttpHeaders } from 'node:http'
import type { Role, Visibility } from '#shared/roles.ts'
import type { Scope } from '#shared/scopes.ts'

/** A member and the conversations that their role sees. `seesNoTeam`: also those without a team. */
export type SeeingMember = { id: string; visibility: Visibility; seesNoTeam: boolean }

/**
 * A session and its user. `endsAt` is when it ends at the latest, `confirmedAt` when the user last proved who they are.
 * `membership` is null for a user without a workspace. `ssoWorkspaceId` is the workspace whose issuer made the session; it
 * gives access to no other workspace.
 */
export type FoundSession = {
  id: string
  userId: string
  endsAt: Date
  confirmedAt: Date
  ssoWorkspaceId: string | null
  membership:
    | (SeeingMember & {
        workspaceId: string
        role: Role
        /** What the member can do: the scopes of the role. */
        scopes: readonly Scope[]
        /** Whether the workspace requires a second factor that the user has not proved in this session. */
        lacksSecondFactor: boolean
        /** Whether the workspace requires single sign-on and the session is of another kind. */
        lacksSso: boolean
      })
    | null
}

/**
 * Returns the session of a request's cookie. `isUse` is false for checks that the user did not cause; they do not keep
 * the session from expiring.
 */
export type FindSession = (
  headers: IncomingHttpHeaders,
  options?: { isUse?: boolean },
) => Promise<FoundSession | undefined>

/**
 * Returns whether a session is one of an operator of the instance, and whether the operator still lacks a second factor;
 * undefined for everybody else.
 */
export type FindOperator = (
  session: Pick<FoundSession, 'id' | 'ssoWorkspaceId'>,
) => Promise<{ lacksSecondFactor: boolean } | undefined>
