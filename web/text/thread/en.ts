import { composer } from '../composer/en.ts'
import { inboxHeader } from '../inbox-header/en.ts'
import { inboxPicker } from '../inbox-picker/en.ts'
import { inboxThread } from '../inbox-thread/en.ts'

/** Texts of an open conversation, which load beside its code. */
export const thread = { composer, inboxHeader, inboxPicker, inboxThread }
