import { Type } from 'typebox'
import type { Static } from 'typebox'
import {
  closedObject,
  Id,
  idText,
  nullable,
  optionals,
  Time,
  titled,
  CappedCount,
} from '#lib/schemas.ts'
import { ASSIGNMENT_MAX, ASSIGNMENT_METHODS, WAIT_REASONS } from '#shared/assignment.ts'
import { LANGUAGE_CHARACTERS_MAX } from '#shared/contacts.ts'
import { TEAM_MEMBERS_MAX } from '#shared/teams.ts'

const Minutes = Type.Integer({ minimum: 1, maximum: ASSIGNMENT_MAX.minutes })
const Capacity = Type.Integer({ minimum: 1, maximum: ASSIGNMENT_MAX.capacity })

const AssignedMember = closedObject(
  {
    member_id: Id,
    ...optionals({
      capacity: nullable(
        Type.Integer({ minimum: 0, maximum: ASSIGNMENT_MAX.capacity }),
        'Most open conversations of this member, instead of the capacity of the team. 0: none are assigned.',
      ),
      languages: Type.Array(Type.String({ maxLength: LANGUAGE_CHARACTERS_MAX }), {
        maxItems: ASSIGNMENT_MAX.skills,
        description:
          'Languages of this member, as tags such as `en` or `pt-BR`. A contact with a language that anybody in the team has goes only to members who have it, whatever the region.',
      }),
      skill_tag_ids: Type.Array(Id, {
        maxItems: ASSIGNMENT_MAX.skills,
        description:
          'Tags that are skills of this member. A conversation with a tag that is a skill of anybody in the team goes only to members with it.',
      }),
    }),
  },
  { title: 'TeamAssignmentMember' },
)

const fields = {
  capacity: nullable(
    Capacity,
    'Most open conversations of a member, in all teams; null: any number. Assigning by hand may exceed it.',
  ),
  sticky_days: Type.Integer({
    minimum: 0,
    maximum: ASSIGNMENT_MAX.days,
    description:
      'For so many days, a conversation goes to the member who answered it last, if they are available and have room. 0: never.',
  }),
  relax_minutes: nullable(
    Minutes,
    'After a conversation has waited for so many minutes, skills and languages do not count. Null: they always count.',
  ),
  hand_back_minutes: nullable(
    Minutes,
    'A member who is offline for so many minutes hands their open conversations of the team back to its queue. Null: they keep them.',
  ),
  members: Type.Array(AssignedMember, {
    maxItems: TEAM_MEMBERS_MAX,
    description: 'Members of the team with a capacity of their own, with skills or with languages.',
  }),
}

/** How the conversations of a team are assigned. */
export const TeamAssignment = titled('TeamAssignment', {
  method: Type.Enum(['off', ...ASSIGNMENT_METHODS], {
    description:
      '`off`: conversations wait until somebody takes them. `round_robin`: each goes to the member who has waited longest for one. `least_busy`: to the member with fewest open ones.',
  }),
  ...fields,
})

/** How the conversations of a team are assigned. */
export type TeamAssignment = Static<typeof TeamAssignment>

/** The body of PATCH /api/v1/teams/{id}/assignment: only fields that are present are updated; `members` replaces the former ones. */
export const UpdateAssignmentBody = closedObject(
  optionals({ method: TeamAssignment.properties.method, ...fields }),
)

/** The fields of an assignment to write. */
export type AssignmentInput = Static<typeof UpdateAssignmentBody>

/** The queue of a team: the open conversations that nobody has, and whose customers wait. */
export const TeamQueue = titled('TeamQueue', {
  team_id: Id,
  waiting: CappedCount,
  oldest_waiting_since: nullable(Time, 'Since when the customer waits who waits longest.'),
  available: Type.Integer({
    minimum: 0,
    description: 'How many members are online and may answer customers.',
  }),
  with_room: Type.Integer({
    minimum: 0,
    description: 'How many of them may get another conversation.',
  }),
  reason: nullable(
    Type.Enum([...WAIT_REASONS], {
      description:
        '`nobody_available`: no member is online. `all_at_capacity`: all who are have enough conversations. `no_skill`: none of them has the skills or the language of the one that waits longest.',
    }),
    'Why conversations wait; null if none does, or if the team does not assign them.',
  ),
})

/** The queue of a team. */
export type TeamQueue = Static<typeof TeamQueue>

/** The body of POST /api/v1/teams/{id}/take. */
export const TakeBody = closedObject(
  optionals({
    member_id: idText('The membership that takes it. By default the signed-in member.'),
  }),
)
