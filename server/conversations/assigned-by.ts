import { Type } from 'typebox'
import { Actor, nullable } from '#lib/schemas.ts'

/** Who or what assigned a conversation to its assignee, and why. */
export const AssignedBy = Type.Object(
  {
    ...Actor.properties,
    reason: nullable(
      Type.String({
        description:
          'Why, if nobody chose the assignee: `round_robin`, `least_busy` or `sticky` (who answered last). `taken`: from the queue of a team. `replied`: instead of a bot. `hand_over`: by a hand-over.',
      }),
    ),
  },
  {
    title: 'ConversationAssignedBy',
    description:
      'Who or what assigned it to its assignee. Null: it has none, or a bot had it from the start.',
  },
)
