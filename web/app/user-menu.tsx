import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconCommand, IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { chooseLocale, LOCALES, useLanguage } from '../lib/intl.tsx'
import type { Locale } from '../lib/intl.tsx'
import { AccountFace } from './account-face.tsx'
import { saveProfile, signOut, switchWorkspace, useIsAdmin, useSession } from '../lib/session.ts'
import { useMay } from '../lib/use-may.ts'
import { areasOf } from './nav.ts'
import classes from './shell.module.css'
import { AvailabilityItems } from '../components/availability/availability-items.tsx'
import { MemberFace } from '../components/availability/member-face.tsx'
import { useAvailabilityText } from '../components/availability/use-availability-text.ts'
import { useMemberChanges } from '../lib/availability.ts'
import { useFindMember } from '../lib/members.ts'
import { openPalette, openShortcutList } from './open-parts.ts'

/** Shows the user menu: availability, profile, workspaces, colour scheme, language, and sign-out. */
export function UserMenu({ isOpen }: { isOpen: boolean }) {
  const t = useTranslations('shell')
  const session = useSession()
  const language = useLanguage()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const areas = areasOf(useIsAdmin(), useMay())
  useMemberChanges()
  const toText = useAvailabilityText()
  const me = useFindMember()(session.membership.id)
  const check = (isChosen: boolean) => isChosen && <IconCheck size={16} aria-hidden />
  return (
    <Menu
      defaultOpened={isOpen}
      position="right-end"
      width={260}
      shadow="md"
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <AccountFace
          state={me && toText(me)}
          face={me && <MemberFace member={{ ...me, id: me.user_id }} />}
        />
      </Menu.Target>
      <Menu.Dropdown mah="90dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{session.user.email}</Menu.Label>
        <div className={classes.minorAreas}>
          {areas.map(
            ({ id, path, icon: Icon, isMinor }) =>
              isMinor && (
                <Menu.Item
                  key={id}
                  leftSection={<Icon size={16} aria-hidden />}
                  onClick={() => void navigate({ to: path })}
                >
                  {t(`areas.${id}`)}
                </Menu.Item>
              ),
          )}
          <Menu.Divider />
        </div>
        {me && (
          <>
            <AvailabilityItems member={me} />
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          onClick={() => void navigate({ to: '/settings/profile' })}
        >
          {t('profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCommand size={16} aria-hidden />} onClick={openPalette}>
          {t('commands')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={openShortcutList}>
          {t('shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('workspaces')}</Menu.Label>
        {session.memberships.map(({ workspace }) => (
          <Menu.Item
            key={workspace.id}
            rightSection={check(workspace.id === session.workspace.id)}
            onClick={() => {
              if (workspace.id !== session.workspace.id) void switchWorkspace(workspace.id)
            }}
          >
            {workspace.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('colours')}</Menu.Label>
        {(['light', 'dark', 'auto'] as const).map((scheme) => (
          <Menu.Item
            key={scheme}
            closeMenuOnClick={false}
            rightSection={check(colorScheme === scheme)}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`schemes.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        {Object.entries(LOCALES).map(([id, name]) => (
          <Menu.Item
            key={id}
            lang={id}
            rightSection={check(language === id)}
            onClick={() => {
              chooseLocale(id as Locale)
              void saveProfile({ locale: id }).catch(() => undefined)
            }}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut()}
        >
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
