import { Type } from 'typebox'
import type { Static } from 'typebox'
import { Actor, Id, Time, titled } from '#lib/schemas.ts'

/** The report of the action `webhook` of a rule or a macro, the data of `automation.triggered`. */
export const Automation = titled('Automation', {
  id: Id,
  conversation_id: Id,
  label: Type.String(),
  author: Actor,
  created_at: Time,
})

/** The report of the action `webhook` of a rule or a macro. */
export type Automation = Static<typeof Automation>
