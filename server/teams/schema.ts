import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, nullable, optionals, Time, titled } from '#lib/schemas.ts'
import { TEAM_CHANNELS_MAX, TEAM_MEMBERS_MAX, TEAM_NAME_CHARACTERS_MAX } from '#shared/teams.ts'

const Name = Type.String({
  minLength: 1,
  maxLength: TEAM_NAME_CHARACTERS_MAX,
  description: 'Names of teams differ by more than their case.',
})
const BusinessHoursId = nullable(
  Id,
  'The business hours of the team; null: the default ones of the workspace, if there are any.',
)
const lists = {
  member_ids: Type.Array(Id, {
    maxItems: TEAM_MEMBERS_MAX,
    description: 'The memberships of its members.',
  }),
  channel_ids: Type.Array(Id, {
    maxItems: TEAM_CHANNELS_MAX,
    description:
      'Its channels. New conversations of a channel start with its team. A channel belongs to at most one team: it leaves its former one.',
  }),
}
const options = { ...lists, business_hours_id: BusinessHoursId }

/** A team of members, to whom conversations and tickets belong. */
export const Team = titled('Team', {
  id: Id,
  name: Type.String(),
  member_ids: Type.Array(Id, { description: 'The memberships of its members.' }),
  channel_ids: Type.Array(Id, {
    description: 'The channels whose new conversations start with this team.',
  }),
  business_hours_id: BusinessHoursId,
  created_at: Time,
  updated_at: Time,
})

/** A team of members. */
export type Team = Static<typeof Team>

/** The body of POST /api/v1/teams. */
export const CreateTeamBody = closedObject({ name: Name, ...optionals(options) })

/** The body of PATCH /api/v1/teams/{id}: only fields that are present are updated; a list replaces the former one. */
export const UpdateTeamBody = closedObject(optionals({ name: Name, ...options }))

/** The fields of a team to write. */
export type TeamInput = Static<typeof UpdateTeamBody>
