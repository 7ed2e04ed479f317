import { Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useIsAdmin, useSession } from '../../lib/session.ts'
import { Section } from '../../components/section-nav.tsx'

/** Shows the frame of the settings; agents see only the pages they can use. */
export function SettingsArea() {
  const t = useTranslations('settings')
  const isAdmin = useIsAdmin()
  const { operator } = useSession()
  const item = (path: string, label: string) => ({ path: `/settings/${path}`, label })
  return (
    <Section
      label={t('area')}
      groups={[
        {
          heading: t('nav.you'),
          items: [
            item('profile', t('nav.profile')),
            item('shortcuts', t('nav.shortcuts')),
            item('notifications', t('nav.notifications')),
            item('security', t('nav.security')),
            item('sessions', t('nav.sessions')),
            item('apps', t('nav.apps')),
          ],
        },
        {
          heading: t('nav.team'),
          items: [item('canned-replies', t('nav.cannedReplies')), item('tags', t('nav.tags'))],
        },
        ...(isAdmin
          ? [
              {
                heading: t('nav.workspace'),
                items: [
                  item('workspace', t('nav.general')),
                  item('sso', t('nav.sso')),
                  item('members', t('nav.members')),
                  item('channels', t('nav.channels')),
                  item('templates', t('nav.templates')),
                  item('prices', t('nav.prices')),
                  item('custom-fields', t('nav.customFields')),
                  item('opt-out', t('nav.optOut')),
                  item('audit-log', t('nav.audit')),
                ],
              },
            ]
          : []),
        ...(operator
          ? [{ heading: t('nav.operator'), items: [item('instance', t('nav.instance'))] }]
          : []),
      ]}
    >
      <Outlet />
    </Section>
  )
}
