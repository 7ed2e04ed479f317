import { bulkResults } from './bulk-results.ts'
import { composer } from './composer.ts'
import { customFields } from './custom-fields.ts'
import { inbox } from './inbox.ts'
import { inboxActions } from './inbox-actions.ts'
import { inboxThread } from './inbox-thread.ts'
import { personPane } from './person-pane.ts'
import { shell } from './shell.ts'
import { states } from './states.ts'

/** Texts that the inbox needs on its first screen; `rest.ts` has the others, which load after it. */
export const first = {
  bulkResults,
  composer,
  customFields,
  inbox,
  inboxActions,
  inboxThread,
  personPane,
  shell,
  states,
}
