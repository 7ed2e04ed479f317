import { bulkResults } from '../bulk-results/en.ts'
import { inbox } from '../inbox/en.ts'
import { inboxActions } from '../inbox-actions/en.ts'
import { shell } from '../shell/en.ts'
import { states } from '../states/en.ts'

/** Texts that the list of the inbox needs; `thread/` and `rest/` have the others, which load after it. */
export const first = {
  bulkResults,
  inbox,
  inboxActions,
  shell,
  states,
}
