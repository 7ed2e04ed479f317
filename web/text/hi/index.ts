import type { en } from '../en/index.ts'
import { apps } from './apps.ts'
import { auth } from './auth.ts'
import { bulk } from './bulk.ts'
import { bulkResults } from './bulk-results.ts'
import { codeSamples } from './code-samples.ts'
import { customFields } from './custom-fields.ts'
import { developer } from './developer.ts'
import { composer } from './composer.ts'
import { forms } from './forms.ts'
import { contacts } from './contacts.ts'
import { inboxActions } from './inbox-actions.ts'
import { inboxThread } from './inbox-thread.ts'
import { firstRun } from './first-run.ts'
import { inbox } from './inbox.ts'
import { newMessage } from './new-message.ts'
import { notifications } from './notifications.ts'
import { palette } from './palette.ts'
import { passkeys } from './passkeys.ts'
import { personPane } from './person-pane.ts'
import { reports } from './reports.ts'
import { savedViews } from './saved-views.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { shell } from './shell.ts'
import { states } from './states.ts'
import { sso } from './sso.ts'
import { tickets } from './tickets.ts'

/** Every text of the app in Hindi. */
export const hi: typeof en = {
  apps,
  auth,
  bulk,
  bulkResults,
  codeSamples,
  composer,
  contacts,
  customFields,
  developer,
  forms,
  firstRun,
  inbox,
  inboxActions,
  inboxThread,
  newMessage,
  notifications,
  palette,
  passkeys,
  personPane,
  reports,
  savedViews,
  search,
  security,
  settings,
  shortcuts,
  sso,
  shell,
  states,
  tickets,
}
