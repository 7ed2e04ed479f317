import type { Scope } from '#db/context.ts'
import { createTag } from '#conversations/tags/create-tag.ts'
import { createMacro } from '#macros/create-macro.ts'
import { createRule } from '#rules/create-rule.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'

/** Creates macros of the demo, and a rule that is off, to be tried on the conversations that there are. */
export async function seedRules(tx: Scope, teamId: string): Promise<void> {
  const { id: tagId } = await createTag(tx, { name: 'important', color: 'red' })
  await createMacro(
    tx,
    {
      name: 'Say thank you and close',
      actions: [
        { type: 'reply', text: 'Thank you, {first_name}! Write to us at any time.' },
        { type: 'set_status', status: 'closed' },
      ],
    },
    [],
  )
  await createMacro(
    tx,
    {
      name: 'Hand over to International',
      actions: [
        { type: 'set_team', team_id: teamId },
        { type: 'note', text: 'Please answer in the customer’s language.' },
      ],
    },
    [],
  )
  await createRule(
    tx,
    {
      name: 'Tickets that matter are tagged',
      trigger: { on: 'ticket_created', by: [...ACTOR_TYPES] },
      conditions: {
        match: 'all',
        conditions: [{ field: 'ticket_priority', operator: 'is', values: ['high', 'urgent'] }],
      },
      actions: [{ type: 'add_tags', tag_ids: [tagId] }],
    },
    [],
  )
}
