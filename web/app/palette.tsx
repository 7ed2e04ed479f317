import { useMantineColorScheme } from '@mantine/core'
import '@mantine/spotlight/styles.layer.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { useActiveCommands } from '../lib/commands.ts'
import { chooseLocale, LOCALES, useLanguage } from '../lib/intl.tsx'
import type { Locale } from '../lib/intl.tsx'
import { undoLast } from '../components/notify.ts'
import { ShortcutKeys } from '../components/keys.tsx'
import { openNewMessage } from '../lib/new-message.ts'
import { openShortcutList } from './open-parts.ts'
import { AREAS, PAGES } from './nav.ts'
import { saveProfile, signOut, switchWorkspace, useSession } from '../lib/session.ts'

/**
 * Shows the command palette: all pages, the commands of the current page, and commands of the whole app. It opens when
 * `opened` increases.
 */
export function Palette({ opened }: { opened: number }) {
  const t = useTranslations('palette')
  const tShell = useTranslations('shell')
  const tStates = useTranslations('states')
  const language = useLanguage()
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const session = useSession()
  const commands = useActiveCommands()
  useEffect(() => {
    if (opened > 0) spotlight.open()
  }, [opened])
  const mayOpen = (entry: { adminOnly?: boolean }) =>
    !entry.adminOnly || session.membership.role === 'admin'
  const here: SpotlightActionData[] = commands.map(({ id, label, shortcut, run }) => ({
    id,
    label,
    ...(shortcut && { rightSection: <ShortcutKeys id={shortcut} /> }),
    onClick: run,
  }))
  const go = (path: string) => void navigate({ to: path })
  const pages: SpotlightActionData[] = [
    ...AREAS.filter(mayOpen).map(({ id, path, shortcut, icon: Icon }) => ({
      id,
      label: tShell(`areas.${id}`),
      leftSection: <Icon size={18} aria-hidden />,
      rightSection: <ShortcutKeys id={shortcut} />,
      onClick: () => go(path),
    })),
    ...PAGES.filter(mayOpen).map(({ label, path }) => ({
      id: path,
      label: t(`pages.${label}`),
      onClick: () => go(path),
    })),
    {
      id: 'docs',
      label: t('docs'),
      onClick: () => void window.open('/docs', '_blank', 'noopener'),
    },
  ]
  const app: SpotlightActionData[] = [
    {
      id: 'new-message',
      label: tShell('newMessage'),
      rightSection: <ShortcutKeys id="inbox_new_message" />,
      onClick: () => openNewMessage(),
    },
    {
      id: 'shortcuts',
      label: tShell('shortcuts'),
      rightSection: <ShortcutKeys id="shortcut_list" />,
      onClick: openShortcutList,
    },
    {
      id: 'undo',
      label: tStates('undo'),
      rightSection: <ShortcutKeys id="undo" />,
      onClick: undoLast,
    },
    ...(['light', 'dark', 'auto'] as const).map((scheme) => ({
      id: `scheme-${scheme}`,
      label: tShell(`schemes.${scheme}`),
      onClick: () => setColorScheme(scheme),
    })),
    ...Object.entries(LOCALES)
      .filter(([id]) => id !== language)
      .map(([id, name]) => ({
        id: `locale-${id}`,
        label: `${tShell('language')}: ${name}`,
        onClick: () => {
          chooseLocale(id as Locale)
          void saveProfile({ locale: id }).catch(() => undefined)
        },
      })),
    ...session.memberships
      .filter((each) => each.workspace.id !== session.workspace.id)
      .map(({ workspace }) => ({
        id: workspace.id,
        label: tShell('switchTo', { name: workspace.name }),
        onClick: () => void switchWorkspace(workspace.id),
      })),
    { id: 'sign-out', label: tShell('signOut'), onClick: () => void signOut() },
  ]
  const groups: SpotlightActionGroupData[] = [
    { group: t('here'), actions: here },
    { group: t('goTo'), actions: pages },
    { group: t('app'), actions: app },
  ].filter(({ actions }) => actions.length > 0)
  return (
    <Spotlight
      actions={groups}
      shortcut={null}
      nothingFound={t('nothing')}
      highlightQuery
      scrollable
      maxHeight="min(70vh, 32rem)"
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: t('placeholder'),
        'aria-label': t('placeholder'),
      }}
    />
  )
}
