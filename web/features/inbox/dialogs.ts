import type { RunBulk } from '../../components/selection/use-bulk-action.ts'
import { createStore, useStore } from '../../lib/create-store.ts'
import { keepKeysForDialog } from '../../lib/dialog-focus.ts'
import type { Chat, MessageItem } from './data/types.ts'

/** A dialog that chooses a value for the selected conversations. */
export type BulkPicker =
  | 'assign'
  | 'team'
  | 'priority'
  | 'snooze'
  | 'tag'
  | 'untag'
  | 'add_participant'
  | 'remove_participant'

/** A dialog of the inbox and the data it needs. `customer` is the name that its title shows. */
export type InboxDialog =
  | {
      kind: 'assign' | 'snooze' | 'tag' | 'team' | 'priority' | 'participants' | 'macro' | 'rules'
      chat: Chat
    }
  | { kind: 'bulk'; picker: BulkPicker; count: number; run: RunBulk }
  | { kind: 'ticket'; chat: Chat; message: MessageItem | null }
  | { kind: 'trail'; message: MessageItem; customer: string }
  | { kind: 'image'; chatId: string; messageId: string; index: number }
  | { kind: 'save-view'; filters: Record<string, unknown> }
  | { kind: 'edit-note'; id: string; text: string; mentions: string[]; customer: string }

/** The dialogs without a text field. */
const FIELDLESS: readonly InboxDialog['kind'][] = ['trail', 'image', 'rules']

const shownDialog = createStore<InboxDialog | null>(null)

/** Opens a dialog of the inbox; null closes it. */
export function openDialog(dialog: InboxDialog | null): void {
  if (dialog && !FIELDLESS.includes(dialog.kind)) keepKeysForDialog()
  shownDialog.set(dialog)
}

/** Returns the open dialog of the inbox; null when none is open. */
export function useDialog(): InboxDialog | null {
  return useStore(shownDialog)
}
