import { cutText } from '#lib/cut-text.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Role } from '#shared/actors.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findUserByEmail } from '../sessions/find-user-by-email.ts'
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
  if (connection.role_claim !== null) await applyRole(tx, member.id, role)
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
  await linkIdentity(tx, connection, { subject, userId: created.user.id, role })
  return { userId: created.user.id }
}

/**
 * Links a subject of the issuer with a user, who becomes a member if they are none, in the caller's transaction.
 *
 * @throws {AppError} sso_refused (a former member, or the subject is linked with another user)
 */
export async function linkIdentity(
  tx: Scope,
  connection: Connection,
  input: { subject: string; userId: string; role: Connection['default_role'] },
): Promise<void> {
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
async function applyRole(tx: Scope, membershipId: string, role: Role): Promise<void> {
  const admins = await lockAdmins(tx)
  const isAdmin = admins.includes(membershipId)
  if (isAdmin === (role === 'admin') || (isAdmin && admins.length === 1)) return
  await writeRole(tx, { id: membershipId, role: isAdmin ? 'admin' : 'agent' }, role)
}

/**
 * Returns the role that the claims of the issuer give to a user. The claim is a text or a list of texts; if its values
 * name both roles, the user is an admin.
 */
function roleOf(
  connection: Pick<Connection, 'role_claim' | 'role_values' | 'default_role'>,
  claims: Record<string, unknown>,
): Role {
  const { role_claim: claim, role_values: values, default_role: byDefault } = connection
  if (claim === null) return byDefault
  const found = [claims[claim]].flat().filter((each) => typeof each === 'string')
  const roles = found.flatMap((each) => (Object.hasOwn(values, each) ? (values[each] ?? []) : []))
  if (roles.length === 0) return byDefault
  return roles.includes('admin') ? 'admin' : 'agent'
}
