import { apps } from './apps.ts'
import { auth } from './auth.ts'
import { bulk } from './bulk.ts'
import { codeSamples } from './code-samples.ts'
import { contacts } from './contacts.ts'
import { developer } from './developer.ts'
import { firstRun } from './first-run.ts'
import { forms } from './forms.ts'
import { newMessage } from './new-message.ts'
import { notifications } from './notifications.ts'
import { palette } from './palette.ts'
import { passkeys } from './passkeys.ts'
import { reports } from './reports.ts'
import { savedViews } from './saved-views.ts'
import { search } from './search.ts'
import { security } from './security.ts'
import { settings } from './settings.ts'
import { shortcuts } from './shortcuts.ts'
import { sso } from './sso.ts'
import { tickets } from './tickets.ts'

/** Texts of every other page, and of dialogs that open later. */
export const rest = {
  apps,
  auth,
  bulk,
  codeSamples,
  contacts,
  developer,
  firstRun,
  forms,
  newMessage,
  notifications,
  palette,
  passkeys,
  reports,
  savedViews,
  search,
  security,
  settings,
  shortcuts,
  sso,
  tickets,
}
