import { cutText } from '#lib/cut-text.ts'
import { sql } from 'kysely'
import type { Effect, Scope } from '#db/context.ts'
import { defer } from '#db/outbox/defer.ts'
import { deleteFrom, selectFrom } from '#db/select-from.ts'
import { BUILT_IN_ROLE_NAMES, isBuiltInRole } from '#shared/roles.ts'
import { announceRights } from '#events/announce-rights.ts'
import type { Role } from '#shared/roles.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
import { getMember } from '../users/get-member.ts'
import { findMembership } from '../users/find-membership.ts'
import type { FoundMembership } from '../users/find-membership.ts'
import { getUser } from '../users/get-user.ts'
import { insertUser } from '../users/insert-user.ts'
import { joinWorkspace } from '../users/join-workspace.ts'
import { lockAdmins } from '../users/lock-admins.ts'
import { writeRole } from '../users/write-role.ts'
import type { Connection } from './find-connection.ts'
import type { IssuerUser } from './read-answer.ts'
import { SsoRefusal } from './sso-refusal.ts'

/** The user who signs in, or the account that its owner must first link. */
type Admitted = { userId: string } | { linkUserId: string }

/**
 * Decides which user the issuer of a workspace has signed in, in the caller's transaction.
 *
 * Only the pair of issuer and subject identifies a user. An email address that the issuer claims never signs in to an
 * existing account, because an admin of the workspace chooses the issuer, and it could claim any address: the owner of the
 * account must link it. Accounts outside the workspace and its verified domains get the same answer as unknown addresses.
 *
 * @throws {AppError} sso_refused
 */
export async function admitUser(
  tx: Scope,
  connection: Connection,
  issued: IssuerUser,
): Promise<Admitted> {
  const known = await selectFrom(tx, 'sso_identities')
    .select('user_id')
    .where('issuer', '=', connection.issuer)
    .where('subject', '=', issued.subject)
    .executeTakeFirst()
  const role = roleOf(connection, issued.claims)
  if (!known) return admitUnknown(tx, connection, { issued, role })
  const member = await findMembership(tx, known.user_id)
  if (!member || member.removed_at) throw notMember(member)
  if (connection.role_claim !== null) await applyRole(tx, member, role)
  await applyTeams(tx, connection, member.id, issued.claims)
  return { userId: known.user_id }
}

async function admitUnknown(
  tx: Scope,
  connection: Connection,
  { issued, role }: { issued: IssuerUser; role: Connection['default_role'] },
): Promise<Admitted> {
  const { email, isEmailVerified, name, subject } = issued
  if (email === undefined)
    throw new SsoRefusal('email_missing', 'The issuer does not know your email address.')
  if (!isEmailVerified)
    throw new SsoRefusal('email_unverified', 'The issuer has not verified your email address.')
  const isOurs = await isVerifiedDomain(tx, email)
  const user = await findUserByEmail(tx, email)
  const member = user && (await findMembership(tx, user.id))
  if (user && (member ? member.removed_at === null : isOurs)) return { linkUserId: user.id }
  if (user || !isOurs) throw notMember(member)
  const created = await insertUser(tx, {
    email,
    name: cutText(name ?? email.slice(0, email.indexOf('@')), USER_CHARACTERS_MAX.name),
    hash: null,
    // The owner of the domain receives its mail, so nobody else can prove to own the address.
    isVerified: true,
  })
  if (!created.isNew) return { linkUserId: created.user.id }
  const id = await linkIdentity(tx, connection, { subject, userId: created.user.id, role })
  await applyTeams(tx, connection, id, issued.claims)
  return { userId: created.user.id }
}

/**
 * Links a subject of the issuer with a user, who becomes a member if they are none, in the caller's transaction. Returns the
 * membership.
 *
 * @throws {AppError} sso_refused (a former member, or the subject is linked with another user)
 */
export async function linkIdentity(
  tx: Scope,
  connection: Connection,
  input: { subject: string; userId: string; role: Connection['default_role'] },
): Promise<string> {
  const { subject, userId, role } = input
  const member = await findMembership(tx, userId)
  if (member?.removed_at) throw notMember(member)
  const joined = member ?? (await joinWorkspace(tx, userId, role))
  if (!joined) throw notMember()
  const { numInsertedOrUpdatedRows: inserted } = await tx.directory
    .insertInto('sso_identities')
    .values({
      workspace_id: tx.workspaceId,
      issuer: connection.issuer,
      subject,
      user_id: userId,
      created_at: tx.clock.now(),
    })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  if (!inserted) throw new SsoRefusal('other_user', 'The account was linked meanwhile.')
  const { name, email } = await getUser(tx, userId)
  const own: Scope = { ...tx, actor: { type: 'member', id: joined.id } }
  if (!member) await recordAudit(own, 'member.joined', joined.id, { name, email, role })
  const data = { name, email, issuer: connection.issuer }
  await recordAudit(own, 'member.sso_linked', joined.id, data)
  return joined.id
}

/** Returns whether the workspace has proved to own the domain of an email address. */
async function isVerifiedDomain(tx: Scope, email: string): Promise<boolean> {
  const domain = await selectFrom(tx, 'sso_domains')
    .select('domain')
    .where('domain', '=', email.slice(email.lastIndexOf('@') + 1))
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return domain !== undefined
}

/**
 * Creates the refusal of somebody who is no member. The log calls only those former members who were members of this
 * workspace: it does not reveal whether an address has an account.
 */
function notMember(member?: FoundMembership): SsoRefusal {
  const reason = member ? 'former_member' : 'not_member'
  return new SsoRefusal(reason, 'You are not a member of this workspace.')
}

/**
 * Gives a member the role that the issuer's claims say, in the caller's transaction. The last admin stays one, because
 * otherwise a wrong claim would leave the workspace without anybody who can correct it.
 */
async function applyRole(tx: Scope, { id }: FoundMembership, role: Role): Promise<void> {
  const admins = await lockAdmins(tx)
  const before = await getMember(tx, id)
  if (before.role === role || (admins.includes(id) && admins.length === 1)) return
  await writeRole(tx, before, role)
}

/**
 * Returns the role that the claims of the issuer give to a user. The claim is a text or a list of texts; if its values
 * name several roles, the one with the most rights counts: admin, then custom roles, then the other built-in ones in their order.
 */
function roleOf(
  connection: Pick<Connection, 'role_claim' | 'role_values' | 'default_role'>,
  claims: Record<string, unknown>,
): Role {
  const { role_claim: claim, role_values: values, default_role: byDefault } = connection
  if (claim === null) return byDefault
  const roles = valuesOf(claims[claim], values).toSorted((a, b) => rankOf(a) - rankOf(b))
  return roles[0] ?? byDefault
}

/** Returns the values of a mapping that a claim, a text or a list of texts, names. */
function valuesOf<V>(claim: unknown, values: Record<string, V>): V[] {
  return [claim]
    .flat()
    .filter((each) => typeof each === 'string')
    .flatMap((each) => (Object.hasOwn(values, each) ? [values[each]] : []))
    .filter((each) => each !== undefined)
}

function rankOf(role: Role): number {
  if (role === 'admin') return 0
  return isBuiltInRole(role) ? BUILT_IN_ROLE_NAMES.indexOf(role) + 1 : 1
}

/** Adds and removes a member after the change of the directory: these tables are the tenant's. */
export const teamsClaimedEffect: Effect<{ id: string; joined: string[]; left: string[] }> = {
  kind: 'teams_claimed',
  apply: async (tx, { id, joined, left }) => {
    if (left.length > 0)
      await deleteFrom(tx, 'team_members')
        .where('membership_id', '=', id)
        .where('team_id', 'in', left)
        .execute()
    await sql`
      insert into team_members (workspace_id, team_id, membership_id, created_at)
      select ${tx.workspaceId}, id, ${id}, ${tx.clock.now()}::timestamptz from teams
      where workspace_id = ${tx.workspaceId} and id = any (${joined}::uuid[]) and deleted_at is null
      on conflict do nothing`.execute(tx.db)
    await announceRights(tx.db, tx)
  },
}

/** Adds a member to the teams that the issuer's claims name, and removes them from the others that the mapping names. */
async function applyTeams(
  tx: Scope,
  { team_claim: claim, team_values: values }: Connection,
  membershipId: string,
  claims: Record<string, unknown>,
): Promise<void> {
  if (claim === null) return
  const joined = [...new Set(valuesOf(claims[claim], values).flat())]
  const left = [...new Set(Object.values(values).flat())].filter((id) => !joined.includes(id))
  await defer(tx, teamsClaimedEffect, { id: membershipId, joined, left })
}
