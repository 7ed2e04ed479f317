import { createStore, useStore } from './create-store.ts'
import { keepKeysForDialog } from './dialog-focus.ts'
import type { Named } from './display-name.ts'

/** The contact that a new message starts with. */
export type MessageContact = Named & { id: string }

/** The open dialog of a new message; `contact` is null when it is chosen in the dialog. */
type NewMessage = { contact: MessageContact | null }

const shown = createStore<NewMessage | null>(null)

/** Opens the dialog that writes to a contact first, on any page. */
export function openNewMessage(contact: MessageContact | null = null): void {
  keepKeysForDialog()
  shown.set({ contact })
}

/** Closes the dialog. */
export function closeNewMessage(): void {
  shown.set(null)
}

/** Returns the open dialog of a new message; null when it is closed. */
export function useNewMessage(): NewMessage | null {
  return useStore(shown)
}
