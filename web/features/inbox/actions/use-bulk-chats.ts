import { useBulkAction } from '../../../components/selection/use-bulk-action.ts'
import type { RunBulk } from '../../../components/selection/use-bulk-action.ts'
import type { Selection } from '../../../lib/selection.ts'
import { openDialog } from '../dialogs.ts'
import type { BulkPicker } from '../dialogs.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

/** Actions on the selected conversations. */
export type BulkChats = {
  /** Whether the list shows closed conversations, which can be reopened. */
  isClosedList: boolean
  closeOrReopen: () => void
  assignTo: (membershipId: string) => void
  markRead: () => void
  markUnread: () => void
  /** Opens the dialog that chooses a member, a time or a tag. */
  ask: (picker: BulkPicker) => void
  selectAll: () => Promise<void>
  /** The filters of the list. */
  filters: InboxPlace['filters']
}

/** Returns the actions on the selected conversations of the list. */
export function useBulkChats(place: InboxPlace, selection: Selection): BulkChats {
  const { filters } = place
  const { run, selectAll } = useBulkAction({ subject: 'chats', selection, filters })
  const start: RunBulk = async (change) => {
    if (selection.count > 0) await run(change)
  }
  const isClosedList = filters.status === 'closed'
  return {
    isClosedList,
    closeOrReopen: () => void start({ action: isClosedList ? 'reopen' : 'close' }),
    assignTo: (membershipId) => void start({ action: 'assign', assignee_id: membershipId }),
    markRead: () => void start({ action: 'mark_read' }),
    markUnread: () => void start({ action: 'mark_unread' }),
    ask: (picker) => {
      if (selection.count > 0)
        openDialog({ kind: 'bulk', picker, count: selection.count, run: start })
    },
    selectAll,
    filters,
  }
}
