import { composer } from '../composer/en.ts'
import { inboxPicker } from '../inbox-picker/en.ts'
import { inboxThread } from '../inbox-thread/en.ts'

/** Texts of an open conversation, which load beside its code. */
export const thread = { composer, inboxPicker, inboxThread }
