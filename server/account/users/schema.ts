import { Type } from 'typebox'
import type { Static } from 'typebox'
import { pageQuery } from '#lib/page.ts'
import { RoleId } from '#account/roles/schema.ts'
import { AVAILABILITIES, AVAILABILITY_CAUSES } from '#shared/availability.ts'
import { Actor, closedObject, describedTime, Id, nullable, Time, titled } from '#lib/schemas.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { AFTER_DONE } from '#shared/preferences.ts'
import { HOLD_SECONDS_MAX } from '#shared/drafts.ts'
import { SHORTCUT_CHARACTERS_MAX, SHORTCUT_IDS } from '#shared/shortcuts.ts'
import type { ChosenKeys } from '#shared/shortcuts.ts'
import { VISIBILITIES } from '#shared/roles.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'

const WorkspaceRef = Type.Object({ id: Id, name: Type.String(), slug: Type.String() })

/** The body of POST /api/auth/sign-in/email. */
export const SignInBody = closedObject({
  email: Type.String({ minLength: 1, maxLength: USER_CHARACTERS_MAX.email }),
  password: Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS.max }),
})

/** The body of POST /api/session/confirm. */
export const ConfirmBody = closedObject({
  password: Type.String({ minLength: 1, maxLength: PASSWORD_CHARACTERS.max }),
})

/** The body of POST /api/session/workspace. */
export const SwitchWorkspaceBody = closedObject({ workspace_id: Id })

const User = Type.Object({ id: Id, name: Type.String(), email: Type.String() })

/** The response to a sign-in. The session token is only in the cookie. */
export const SessionUser = Type.Object({ user: User })

/** The response to a sign-in. */
export type SessionUser = Static<typeof SessionUser>

/** The response to a sign-in with a correct password that also requires a code. There is no session yet. */
export const SecondStepNeeded = titled('SecondStepNeeded', {
  second_factor_required: Type.Literal(true, {
    description: 'Send a code to `POST /api/auth/sign-in/second-factor` within ten minutes.',
  }),
})

/** A session of a user, as the API returns it. Never includes its token. */
export const Session = titled('BrowserSession', {
  id: Id,
  is_current: Type.Boolean({ description: 'Whether this request uses the session.' }),
  ip_address: nullable(Type.String({ description: 'The address that signed in.' })),
  user_agent: nullable(Type.String({ description: 'The browser that signed in.' })),
  created_at: Time,
  last_used_at: describedTime('Accurate to five minutes.'),
  expires_at: describedTime('When it ends if it is not used again.'),
})

/** A session of a user, as the API returns it. Never includes its token. */
export type Session = Static<typeof Session>

/** A member's own settings of the web app. */
export const Preferences = closedObject(
  {
    after_done: Type.Enum([...AFTER_DONE], {
      description:
        'The conversation that the inbox opens after one is closed or snoozed; `list` opens none.',
    }),
    hold_seconds: Type.Integer({
      minimum: 0,
      maximum: HOLD_SECONDS_MAX,
      description:
        'The seconds for which the web app holds your replies, so that you can undo them; 0 sends them at once. Messages of API keys are never held.',
    }),
    character_shortcuts: Type.Boolean({
      description: 'Whether shortcuts without Ctrl or ⌘, such as `e`, work.',
    }),
    shortcuts: Type.Object(
      Object.fromEntries(
        SHORTCUT_IDS.map((id) => [
          id,
          Type.Optional(
            nullable(Type.String({ minLength: 1, maxLength: SHORTCUT_CHARACTERS_MAX })),
          ),
        ]),
      ),
      {
        additionalProperties: false,
        description:
          'The keys that the member chose instead of the default ones, such as `shift+e`, `mod+e` (Ctrl or ⌘) or `g e` (one after the other). Null: the shortcut is off.',
      },
    ),
  },
  { title: 'Preferences' },
)

/** The body of PATCH /api/session/preferences. */
export const UpdatePreferencesBody = Type.Partial(Preferences, { additionalProperties: false })

/** A member's own settings of the web app. */
export type Preferences = Omit<Static<typeof Preferences>, 'shortcuts'> & { shortcuts: ChosenKeys }

/** The signed-in user, their current workspace, and the other workspaces they can switch to. */
export const SignedIn = titled('Session', {
  user: Type.Object({
    ...User.properties,
    locale: nullable(
      Type.String({
        description: "The language of the web app. Null uses the browser's language.",
      }),
    ),
  }),
  is_sso: Type.Boolean({
    description:
      'Whether the session was created by single sign-on. It is then limited to this workspace, and cannot change how the user signs in.',
  }),
  must_use_sso: Type.Boolean({
    description:
      'Whether the workspace requires single sign-on and the session is of another kind. Other routes then answer `sso_required`.',
  }),
  must_set_up_second_factor: Type.Boolean({
    description:
      'Whether the workspace requires a second factor that the user has not proved in this session. Other routes then answer `second_factor_required`. A user with a passkey uses it, others set up a second factor.',
  }),
  has_passkey: Type.Boolean({
    description: 'Whether the user can confirm who they are with a passkey.',
  }),
  operator: nullable(
    Type.Object(
      {
        lacks_second_factor: Type.Boolean({
          description: 'Whether the operator must first set up a second factor to see it.',
        }),
      },
      {
        description:
          'Set if the user operates the instance (`OPERATOR_EMAILS`) and can see its state.',
      },
    ),
  ),
  workspace: WorkspaceRef,
  membership: Type.Object({
    id: Id,
    role: RoleId,
    scopes: Type.Array(Type.String(), {
      description: 'What the member can do: the scopes of their role. `*`: everything.',
    }),
    visibility: Type.Enum([...VISIBILITIES], {
      description: 'What the member sees, as of their role.',
    }),
    sees_no_team: Type.Boolean({ description: 'Whether the member also sees what has no team.' }),
    team_ids: Type.Array(Id, { description: 'The teams of the member.' }),
    preferences: Preferences,
  }),
  memberships: Type.Array(Type.Object({ id: Id, role: RoleId, workspace: WorkspaceRef })),
})

/** The signed-in user, their current workspace, and the other workspaces they can switch to. */
export type SignedIn = Static<typeof SignedIn>

/**
 * A member of the workspace. Former members (`removed_at`) stay listed because their past actions refer to
 * them.
 */
export const Member = titled('Member', {
  id: Id,
  user_id: Id,
  name: Type.String(),
  email: Type.String(),
  picture_url: nullable(
    Type.String(),
    'A square WebP that everybody who has the link can read. It changes with the picture.',
  ),
  role: RoleId,
  team_ids: Type.Array(Id, { description: 'The teams of the member.' }),
  availability: Type.Enum([...AVAILABILITIES], {
    description: 'Whether the member answers customers now.',
  }),
  availability_cause: Type.Enum([...AVAILABILITY_CAUSES], {
    description:
      'Why: it was set by hand, it is outside the working hours of the member, or the member has or has not had the app open in the last 5 minutes. The first of these that applies decides.',
  }),
  availability_until: nullable(
    Time,
    'When an availability that was set by hand ends. Null: it holds until it is changed, or was not set by hand.',
  ),
  availability_set_by: nullable(Actor, 'Who set it by hand; otherwise null.'),
  business_hours_id: nullable(
    Id,
    'The business hours that are the working hours of the member. Outside of them the member is offline. Null: none.',
  ),
  created_at: Time,
  removed_at: nullable(Time),
})

/** A member of the workspace. `id` is the membership's id. */
export type Member = Static<typeof Member>

/** The query of GET /api/v1/members. */
export const ListMembersQuery = closedObject({
  ...pageQuery,
  removed: Type.Optional(
    Type.Boolean({
      description: '`true` returns only former members, `false` only current ones.',
    }),
  ),
})
