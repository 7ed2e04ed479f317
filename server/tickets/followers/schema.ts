import { Type } from 'typebox'
import { closedObject, Id } from '#lib/schemas.ts'

/** The body of POST /api/v1/tickets/{id}/followers. */
export const FollowTicketBody = closedObject({
  membership_id: Type.Optional({
    ...Id,
    description:
      'The member who follows the ticket. Defaults to the signed-in member; a key must name one.',
  }),
})

/** The parameters of a path with a ticket and one of its followers. */
export const FollowerParams = Type.Object({
  id: Type.String({ description: 'The id of the ticket, a UUID.' }),
  membership_id: Type.String({ description: 'The id of the membership, a UUID.' }),
})
