import { Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useIsAdmin, useSession } from '../../lib/session.ts'
import type { TextName } from '../../lib/text-name.ts'
import { Section } from '../../components/section-nav.tsx'

/** Shows the frame of the settings; agents see only the pages they can use. */
export function SettingsArea() {
  const t = useTranslations()
  const isAdmin = useIsAdmin()
  const { operator } = useSession()
  const item = (path: string, name: TextName) => ({ path: `/settings/${path}`, label: t(name) })
  return (
    <Section
      label={t('settings.area')}
      index={{
        path: '/settings',
        search: t('settings.nav.search'),
        nothing: t('settings.nav.nothing'),
      }}
      groups={[
        {
          heading: t('settings.nav.you'),
          items: [
            item('profile', 'settings.profile.title'),
            item('shortcuts', 'shortcuts.title'),
            item('notifications', 'notifications.title'),
            item('security', 'security.title'),
            item('sessions', 'settings.sessions.title'),
            item('apps', 'apps.title'),
          ],
        },
        {
          heading: t('settings.nav.team'),
          items: [
            item('canned-replies', 'settings.replies.title'),
            item('tags', 'settings.tags.title'),
            item('macros', 'settings.macros.title'),
          ],
        },
        ...(isAdmin
          ? [
              {
                heading: t('settings.nav.people'),
                items: [
                  item('members', 'settings.members.title'),
                  item('teams', 'settings.teams.title'),
                  item('roles', 'settings.roles.title'),
                  item('business-hours', 'settings.hours.title'),
                  item('sso', 'sso.title'),
                ],
              },
              {
                heading: t('settings.nav.automation'),
                items: [
                  item('rules', 'settings.rules.title'),
                  item('bots', 'settings.bots.title'),
                  item('sla', 'settings.sla.title'),
                  item('ratings', 'settings.csat.title'),
                  item('opt-out', 'settings.optOut.title'),
                ],
              },
              {
                heading: t('settings.nav.channels'),
                items: [
                  item('channels', 'settings.channels.title'),
                  item('templates', 'settings.templates.title'),
                  item('prices', 'settings.prices.title'),
                ],
              },
              {
                heading: t('settings.nav.workspace'),
                items: [
                  item('workspace', 'settings.nav.general'),
                  item('custom-fields', 'settings.customFields.title'),
                  item('ticket-types', 'settings.ticketTypes.title'),
                  item('audit-log', 'settings.audit.title'),
                ],
              },
            ]
          : []),
        ...(operator
          ? [
              {
                heading: t('settings.nav.operator'),
                items: [item('instance', 'settings.instance.title')],
              },
            ]
          : []),
      ]}
    >
      <Outlet />
    </Section>
  )
}
