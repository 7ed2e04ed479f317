import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { updateById } from '#db/update-by-id.ts'
import { createTicketType } from '#tickets/types/create-ticket-type.ts'

/** Creates types of tickets for the demo, and gives its tickets one in turn, without changing when they were last updated. */
export async function seedTicketTypes(tx: Scope): Promise<void> {
  const types = []
  for (const name of ['Complaint', 'Question']) types.push(await createTicketType(tx, { name }))
  const tickets = await selectFrom(tx, 'tickets').select('id').orderBy('number').execute()
  for (const [index, { id }] of tickets.entries())
    await updateById(tx, 'tickets', id, { type_id: types[index % types.length]!.id })
}
