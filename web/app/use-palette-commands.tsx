import { useMantineColorScheme } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ShortcutKeys } from '../components/keys.tsx'
import { undoLast } from '../components/notify.ts'
import { REPORTS } from '../features/reports/search.ts'
import { useActiveCommands } from '../lib/commands.ts'
import { chooseLocale, LOCALES, useLanguage } from '../lib/intl.tsx'
import type { Locale } from '../lib/intl.tsx'
import { openNewMessage } from '../lib/new-message.ts'
import { saveProfile, signOut, switchWorkspace, useSession } from '../lib/session.ts'
import { useMay } from '../lib/use-may.ts'
import { AREAS, PAGES } from './nav.ts'
import { openShortcutList } from './open-parts.ts'
import type { Entry, EntryGroup } from './palette-entries.ts'

/** Returns the commands of the current page, all pages that the member may open, and commands of the whole app. */
export function usePaletteCommands(): EntryGroup[] {
  const t = useTranslations('palette')
  const commands = useActiveCommands()
  const here = commands.map(({ id, label, shortcut, run }): Entry => ({
    id,
    label,
    ...(shortcut && { right: <ShortcutKeys id={shortcut} /> }),
    run,
  }))
  return [
    { id: 'here', label: t('here'), entries: here },
    { id: 'go', label: t('goTo'), entries: usePages() },
    { id: 'app', label: t('app'), entries: useAppCommands() },
  ]
}

function usePages(): Entry[] {
  const t = useTranslations()
  const tShell = useTranslations('shell')
  const navigate = useNavigate()
  const { membership, operator } = useSession()
  const isAdmin = membership.role === 'admin'
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const may = useMay()
  // The commands of the open page.
  const doneElsewhere: Entry[] = [
    {
      id: 'failed-deliveries',
      label: t('palette.pages.failedDeliveries'),
      run: () => void navigate({ to: '/developer/deliveries', search: { status: 'failed' } }),
    },
    ...(pathname === '/settings/members'
      ? []
      : [
          {
            id: 'invite-member',
            label: t('settings.members.invite'),
            movesFocus: true,
            run: () => void navigate({ to: '/settings/members', hash: 'invite' }),
          },
        ]),
  ]
  const mayOpen = (entry: { adminOnly?: boolean; operatorOnly?: boolean }) =>
    (!entry.adminOnly || isAdmin) && (!entry.operatorOnly || operator !== null)
  return [
    ...AREAS.filter(mayOpen).map(({ id, path, shortcut, icon: Icon }) => ({
      id,
      label: tShell(`areas.${id}`),
      left: <Icon size={18} aria-hidden />,
      right: <ShortcutKeys id={shortcut} />,
      run: () => void navigate({ to: path }),
    })),
    ...PAGES.filter(mayOpen).map(({ label, path }) => ({
      id: path,
      label: t(label),
      run: () => void navigate({ to: path }),
    })),
    ...(may('reports:read') ? REPORTS : []).map((report) => ({
      id: `report-${report}`,
      label: t('reports.openReport', { name: t(`reports.tabs.${report}`) }),
      // The period and the filters of the reports page stay.
      run: () =>
        void navigate({
          to: '/reports',
          search: (current: object) => ({ ...(pathname === '/reports' && current), report }),
        }),
    })),
    ...(isAdmin ? doneElsewhere : []),
    {
      id: 'docs',
      label: t('palette.docs'),
      run: () => void window.open('/docs', '_blank', 'noopener'),
    },
  ]
}

function useAppCommands(): Entry[] {
  const tShell = useTranslations('shell')
  const tStates = useTranslations('states')
  const language = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const session = useSession()
  const maySend = useMay()('messages:write')
  return [
    ...(maySend
      ? [
          {
            id: 'new-message',
            label: tShell('newMessage'),
            right: <ShortcutKeys id="inbox_new_message" />,
            run: () => openNewMessage(),
          },
        ]
      : []),
    {
      id: 'shortcuts',
      label: tShell('shortcuts'),
      right: <ShortcutKeys id="shortcut_list" />,
      run: openShortcutList,
    },
    {
      id: 'undo',
      label: tStates('undo'),
      right: <ShortcutKeys id="undo" />,
      run: undoLast,
    },
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme-${scheme}`,
      label: tShell(`schemes.${scheme}`),
      run: () => setColorScheme(scheme),
    })),
    ...Object.entries(LOCALES)
      .filter(([id]) => id !== language)
      .map(([id, name]) => ({
        id: `locale-${id}`,
        label: `${tShell('language')}: ${name}`,
        run: () => {
          chooseLocale(id as Locale)
          void saveProfile({ locale: id }).catch(() => undefined)
        },
      })),
    ...session.memberships
      .filter((each) => each.workspace.id !== session.workspace.id)
      .map(({ workspace }) => ({
        id: workspace.id,
        label: tShell('switchTo', { name: workspace.name }),
        run: () => void switchWorkspace(workspace.id),
      })),
    { id: 'sign-out', label: tShell('signOut'), run: () => void signOut() },
  ]
}
