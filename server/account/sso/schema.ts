import { Type } from 'typebox'
import type { Static } from 'typebox'
import { ChosenRole } from '#account/roles/schema.ts'
import { closedObject, Id, nullable, optionals, Time, titled } from '#lib/schemas.ts'
import { SSO_CHARACTERS_MAX, SSO_COUNT_MAX } from '#shared/sso.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

const Slug = Type.String({ maxLength: 100 })
const RoleValues = Type.Record(Type.String(), ChosenRole, {
  maxProperties: SSO_COUNT_MAX.roleValues,
  description:
    'The role of members whose claim has this value. If several match, the one with the most rights counts: admin, then custom roles, then supervisor, agent, light_agent and viewer.',
})
const teamFields = {
  team_claim: nullable(
    Type.String({
      minLength: 1,
      maxLength: SSO_CHARACTERS_MAX.claim,
      description:
        'The claim of the ID token that decides the teams at every sign-in. Null: teams are managed in Parley.',
    }),
  ),
  team_values: Type.Record(Type.String(), Type.Array(Id, { maxItems: 20 }), {
    maxProperties: SSO_COUNT_MAX.roleValues,
    description:
      'The teams of members whose claim has this value. At each sign-in, a member joins them and leaves the others that are named here.',
  }),
}
const fields = {
  issuer: Type.String({
    maxLength: URL_CHARACTERS_MAX,
    description: 'The URL of the OpenID Connect issuer, as in the `iss` of its tokens.',
  }),
  client_id: Type.String({ minLength: 1, maxLength: SSO_CHARACTERS_MAX.clientId }),
  label: Type.String({
    minLength: 1,
    maxLength: SSO_CHARACTERS_MAX.label,
    description: 'The name on the sign-in button.',
  }),
  default_role: Type.String({
    ...ChosenRole,
    description: 'The role of new members without a matching claim.',
  }),
  role_claim: nullable(
    Type.String({
      minLength: 1,
      maxLength: SSO_CHARACTERS_MAX.claim,
      description:
        'The claim of the ID token that decides the role at every sign-in. Null: roles are managed in Parley.',
    }),
  ),
  role_values: RoleValues,
}

/** The single sign-on of a workspace, as the API returns it. Never includes the client secret. */
export const SsoConnection = Type.Object({
  ...fields,
  ...teamFields,
  has_client_secret: Type.Boolean(),
  is_required: Type.Boolean({
    description: 'Whether members can use the workspace only after signing in with it.',
  }),
  updated_at: Time,
})

const SsoDomain = Type.Object({
  domain: Type.String(),
  record: Type.String({ description: 'The TXT record of the domain that proves its ownership.' }),
  verified_at: nullable(Time),
  is_checked: Type.Boolean({
    description:
      'Whether the record is looked up each day. False if the operator vouches for the domain.',
  }),
  missing_since: nullable(Time),
  lapses_at: Type.Union([Time, Type.Null()], {
    description: 'When the domain stops admitting new members, unless the record is found again.',
  }),
  lapsed_at: Type.Union([Time, Type.Null()], {
    description: 'When the domain stopped admitting new members, because its record was missing.',
  }),
})

/** The settings of single sign-on, as the API returns them. */
export const SsoSettings = titled('SingleSignOn', {
  connection: nullable(SsoConnection),
  domains: Type.Array(SsoDomain),
  redirect_uri: Type.String({
    description: 'The address that must be registered with the issuer.',
  }),
  sign_in_url: Type.String({ description: 'The address that starts a sign-in.' }),
})

/** The settings of single sign-on, as the API returns them. */
export type SsoSettings = Static<typeof SsoSettings>

/** The body of PATCH /api/developer/sso. */
export const ConfigureSsoBody = closedObject({
  ...fields,
  ...optionals(teamFields),
  client_secret: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: SSO_CHARACTERS_MAX.clientSecret,
        description: 'Omit it to keep the stored one. Null: the client has no secret.',
      }),
    ),
  ),
})

/** The body of PATCH /api/developer/sso. */
export type ConfigureSsoBody = Static<typeof ConfigureSsoBody>

/** The body of PATCH /api/developer/sso/required. */
export const RequireSsoBody = closedObject({ is_required: Type.Boolean() })

/** The body of POST /api/developer/sso/domains. */
export const DomainBody = closedObject({
  domain: Type.String({ minLength: 1, maxLength: SSO_CHARACTERS_MAX.domain }),
})

/** The path parameters of the routes of one domain. */
export const DomainParams = Type.Object({
  // As long as any parameter of a path: a longer domain than is possible does not exist.
  domain: Type.String({
    maxLength: 256,
    description: 'A domain of the workspace, such as example.com.',
  }),
})

/** The body of POST /api/auth/sso/find. */
export const FindSsoBody = closedObject({
  email: Type.Optional(Type.String({ maxLength: USER_CHARACTERS_MAX.email })),
  workspace: Type.Optional(Slug),
})

/** The ways to sign in of an email domain or a workspace. */
export const FoundSso = Type.Object({
  options: Type.Array(Type.Object({ workspace: Slug, label: Type.String() })),
})

/** The query of GET /api/auth/sso/start. */
export const StartSsoQuery = Type.Object({
  workspace: Slug,
  next: Type.Optional(Type.String({ maxLength: URL_CHARACTERS_MAX })),
  email: Type.Optional(Type.String({ maxLength: USER_CHARACTERS_MAX.email })),
})

/** The query of GET /api/session/sso/confirm. */
export const ConfirmSsoQuery = Type.Object({
  next: Type.Optional(Type.String({ maxLength: URL_CHARACTERS_MAX })),
})

/** The path parameters of the callback: the workspace's id. */
export const CallbackParams = Type.Object({ id: Type.String({ format: 'uuid' }) })

/** An account that waits for its owner to connect it. */
export const PendingSsoLink = Type.Object({
  email: Type.String(),
  workspace: Type.String(),
  label: Type.String(),
  is_signed_in: Type.Boolean({ description: 'Whether the browser is signed in to this account.' }),
})

/** The response to a connected account: the page to open. */
export const LinkedSso = Type.Object({ next: Type.String() })
