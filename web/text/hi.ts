import type { en } from './en.ts'
import { apps } from './apps/hi.ts'
import { availability } from './availability/hi.ts'
import { auth } from './auth/hi.ts'
import { bulk } from './bulk/hi.ts'
import { bulkResults } from './bulk-results/hi.ts'
import { codeSamples } from './code-samples/hi.ts'
import { customFields } from './custom-fields/hi.ts'
import { developer } from './developer/hi.ts'
import { composer } from './composer/hi.ts'
import { forms } from './forms/hi.ts'
import { contacts } from './contacts/hi.ts'
import { inboxActions } from './inbox-actions/hi.ts'
import { inboxEmpty } from './inbox-empty/hi.ts'
import { inboxFilter } from './inbox-filter/hi.ts'
import { inboxHeader } from './inbox-header/hi.ts'
import { inboxPicker } from './inbox-picker/hi.ts'
import { inboxThread } from './inbox-thread/hi.ts'
import { firstRun } from './first-run/hi.ts'
import { inbox } from './inbox/hi.ts'
import { newMessage } from './new-message/hi.ts'
import { notifications } from './notifications/hi.ts'
import { palette } from './palette/hi.ts'
import { passkeys } from './passkeys/hi.ts'
import { personPane } from './person-pane/hi.ts'
import { queues } from './queues/hi.ts'
import { reports } from './reports/hi.ts'
import { savedViews } from './saved-views/hi.ts'
import { search } from './search/hi.ts'
import { security } from './security/hi.ts'
import { settings } from './settings/hi.ts'
import { shortcuts } from './shortcuts/hi.ts'
import { shell } from './shell/hi.ts'
import { states } from './states/hi.ts'
import { sso } from './sso/hi.ts'
import { tables } from './tables/hi.ts'
import { tickets } from './tickets/hi.ts'

/** Every text of the app in Hindi. */
export const hi: typeof en = {
  apps,
  auth,
  availability,
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
  inboxEmpty,
  inboxFilter,
  inboxHeader,
  inboxPicker,
  inboxThread,
  newMessage,
  notifications,
  palette,
  passkeys,
  personPane,
  queues,
  reports,
  savedViews,
  search,
  security,
  settings,
  shortcuts,
  sso,
  shell,
  states,
  tables,
  tickets,
}
