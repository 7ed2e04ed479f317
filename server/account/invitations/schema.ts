import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { Invitations } from '#db/tables/invitations.ts'
import { ChosenRole, RoleId } from '#account/roles/schema.ts'
import { pageQuery } from '#lib/page.ts'
import { closedObject, Id, nullable, pickFields, Time, titled, optionals } from '#lib/schemas.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

/** The statuses of an invitation. Only an open one can be accepted. */
const INVITATION_STATUSES = ['open', 'accepted', 'revoked', 'expired'] as const

const Token = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'The token from the invitation link.',
})

const invitationFields = {
  id: Id,
  email: Type.String(),
  role: RoleId,
  status: Type.Enum([...INVITATION_STATUSES]),
  invited_by: nullable(Type.Object({ id: Id, name: Type.String() })),
  created_at: Time,
  expires_at: Time,
  accepted_at: nullable(Time),
  revoked_at: nullable(Time),
}

/** An invitation, as the API returns it. Never includes its token. */
export const Invitation = titled('Invitation', invitationFields)

/** An invitation, as the API returns it. Never includes its token. */
export type Invitation = Static<typeof Invitation>

/** The response to creating or resending an invitation. */
export const SentInvitation = titled('SentInvitation', {
  ...invitationFields,
  link: nullable(
    Type.String({
      description:
        'The link to share when no mail server is configured, shown only once. Null when the invitation was sent by mail.',
    }),
  ),
})

/** The response to creating or resending an invitation. */
export type SentInvitation = Static<typeof SentInvitation>

/** The query of GET /api/developer/invitations. */
export const ListInvitationsQuery = closedObject({
  ...pageQuery,
  status: Type.Optional(
    Type.Enum([...INVITATION_STATUSES], { description: 'Only invitations with this status.' }),
  ),
})

/** The query of GET /api/developer/invitations. */
export type ListInvitationsQuery = Static<typeof ListInvitationsQuery>

/** The body of POST /api/developer/invitations. */
export const CreateInvitationBody = closedObject({
  email: Type.String({ minLength: 3, maxLength: USER_CHARACTERS_MAX.email }),
  role: ChosenRole,
})

/** The body of POST /api/auth/show-invitation. */
export const ShowInvitationBody = closedObject({ token: Token })

/** The details that the holder of an invitation link can see. */
export const ShownInvitation = titled('ShownInvitation', {
  workspace: Type.Object({ name: Type.String() }),
  email: Type.String(),
  role: RoleId,
  invited_by: nullable(Type.String()),
  expires_at: Time,
  account: Type.Enum(['new', 'existing'], {
    description:
      '`new`: send a name and a password. `existing`: accepting requires the password of the existing account.',
  }),
  is_mailed: Type.Boolean({
    description:
      'Whether the link was sent by mail. For a link that an admin shared, `account` is `new` even if the address has an account, unless its user is signed in.',
  }),
  is_signed_in: Type.Boolean({
    description: 'Whether the invited person is signed in with this session.',
  }),
})

/** The details that the holder of an invitation link can see. */
export type ShownInvitation = Static<typeof ShownInvitation>

/** The body of POST /api/auth/accept-invitation. */
export const AcceptInvitationBody = closedObject({
  token: Token,
  ...optionals({
    name: Type.String({
      minLength: 1,
      maxLength: USER_CHARACTERS_MAX.name,
      description: 'The name of the new account.',
    }),
    password: Type.String({
      minLength: 1,
      maxLength: PASSWORD_CHARACTERS.max,
      description:
        'The password for the new account, or the password of the existing account. Not needed if the invited person is signed in.',
    }),
  }),
})

/** A row of `invitations` with the name of the member who sent it. */
export type InvitationRow = Omit<Selectable<Invitations>, 'token_hash' | 'mailed'> & {
  invited_by_name: string | null
  invited_by_locale: string | null
}

/** Converts a row to an API invitation. */
export function toInvitation(row: InvitationRow, now: Date): Invitation {
  const { invited_by: id, invited_by_name: name } = row
  return pickFields(Invitation, {
    ...row,
    status: toStatus(row, now),
    invited_by: id && name !== null ? { id, name } : null,
  })
}

function toStatus(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.accepted_at) return 'accepted'
  if (row.revoked_at) return 'revoked'
  return row.expires_at <= now ? 'expired' : 'open'
}
