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
                heading: t('settings.nav.workspace'),
                items: [
                  item('workspace', 'settings.nav.general'),
                  item('sso', 'sso.title'),
                  item('members', 'settings.members.title'),
                  item('teams', 'settings.teams.title'),
                  item('sla', 'settings.sla.title'),
                  item('business-hours', 'settings.hours.title'),
                  item('bots', 'settings.bots.title'),
                  item('roles', 'settings.roles.title'),
                  item('rules', 'settings.rules.title'),
                  item('channels', 'settings.channels.title'),
                  item('templates', 'settings.templates.title'),
                  item('prices', 'settings.prices.title'),
                  item('custom-fields', 'settings.customFields.title'),
                  item('ticket-types', 'settings.ticketTypes.title'),
                  item('ratings', 'settings.csat.title'),
                  item('opt-out', 'settings.optOut.title'),
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
