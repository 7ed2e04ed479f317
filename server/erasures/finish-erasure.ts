import type { ErasedContact } from '#contacts/schema.ts'
import { updateTable } from '#db/select-from.ts'
import { recordEvents } from '#events/record-events.ts'
import type { Step } from './step.ts'

/** Completes an erasure: forgets what was searched for, and records the event, which contains only ids. */
export const finishErasure: Step = {
  name: 'finish',
  async run(tx, { id, subject }) {
    const now = tx.clock.now()
    const row = await updateTable(tx, 'erasures')
      .set({ status: 'completed', subject: null, cursor: null, completed_at: now })
      .where('id', '=', id)
      .returning(['contact_id'])
      .executeTakeFirstOrThrow()
    const data: ErasedContact = {
      id: row.contact_id,
      merged_ids: subject.contactIds.filter((each) => each !== row.contact_id),
      conversation_ids: subject.chatIds,
      erasure_id: id,
      erased_at: now,
    }
    await recordEvents(tx, [{ type: 'contact.erased', data }])
    return { counts: {}, next: 'done' }
  },
}
