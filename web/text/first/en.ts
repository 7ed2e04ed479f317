import { bulkResults } from '../bulk-results/en.ts'
import { composer } from '../composer/en.ts'
import { inbox } from '../inbox/en.ts'
import { inboxActions } from '../inbox-actions/en.ts'
import { inboxThread } from '../inbox-thread/en.ts'
import { shell } from '../shell/en.ts'
import { states } from '../states/en.ts'

/** Texts that the inbox needs on its first screen; `rest/` has the others, which load after it. */
export const first = {
  bulkResults,
  composer,
  inbox,
  inboxActions,
  inboxThread,
  shell,
  states,
}
