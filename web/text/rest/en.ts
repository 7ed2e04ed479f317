import { apps } from '../apps/en.ts'
import { availability } from '../availability/en.ts'
import { auth } from '../auth/en.ts'
import { bulk } from '../bulk/en.ts'
import { codeSamples } from '../code-samples/en.ts'
import { contacts } from '../contacts/en.ts'
import { customFields } from '../custom-fields/en.ts'
import { developer } from '../developer/en.ts'
import { firstRun } from '../first-run/en.ts'
import { forms } from '../forms/en.ts'
import { inboxEmpty } from '../inbox-empty/en.ts'
import { inboxFilter } from '../inbox-filter/en.ts'
import { newMessage } from '../new-message/en.ts'
import { notifications } from '../notifications/en.ts'
import { palette } from '../palette/en.ts'
import { passkeys } from '../passkeys/en.ts'
import { personPane } from '../person-pane/en.ts'
import { queues } from '../queues/en.ts'
import { reports } from '../reports/en.ts'
import { savedViews } from '../saved-views/en.ts'
import { search } from '../search/en.ts'
import { security } from '../security/en.ts'
import { settings } from '../settings/en.ts'
import { shortcuts } from '../shortcuts/en.ts'
import { sso } from '../sso/en.ts'
import { tables } from '../tables/en.ts'
import { tickets } from '../tickets/en.ts'

/** Texts of every other page, and of dialogs that open later. */
export const rest = {
  apps,
  auth,
  availability,
  bulk,
  codeSamples,
  contacts,
  customFields,
  developer,
  firstRun,
  forms,
  inboxEmpty,
  inboxFilter,
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
  tables,
  tickets,
}
