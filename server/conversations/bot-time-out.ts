import { Type } from 'typebox'
import type { Static } from 'typebox'
import { describedTime, Id, titled } from '#lib/schemas.ts'

/** The time-out of a bot, the data of `bot.timed_out`. */
export const BotTimeOut = titled('BotTimeOut', {
  id: Id,
  name: Type.String(),
  conversation_id: Id,
  inbound_at: describedTime('The time of the message that the bot did not act on.'),
  timed_out_at: describedTime('When the conversation went to the queue.'),
  failures: Type.Integer({ description: 'The time-outs of the bot in a row, with this one.' }),
  is_off: Type.Boolean({ description: 'Whether the bot gets no new conversations any more.' }),
})

/** The time-out of a bot. */
export type BotTimeOut = Static<typeof BotTimeOut>
