import { Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'
import { Page } from '../../components/page.tsx'
import { Section } from '../../components/section-nav.tsx'
import { EmptyState } from '../../components/states.tsx'

/** Shows the frame of the developer area; agents see that it is for admins only. */
export function DeveloperArea() {
  const t = useTranslations('developer')
  const isAdmin = useIsAdmin()
  if (!isAdmin)
    return (
      <Page title={t('area')}>
        <EmptyState title={t('adminsOnly')} text={t('adminsOnlyText')} />
      </Page>
    )
  const item = (path: string, label: string) => ({ path: `/developer/${path}`, label })
  return (
    <Section
      label={t('area')}
      groups={[
        {
          items: [
            { path: '/developer', label: t('nav.overview'), exact: true },
            item('keys', t('nav.keys')),
            item('apps', t('nav.apps')),
            item('requests', t('nav.requests')),
            { path: '/docs', label: t('nav.docs'), isElsewhere: true },
          ],
        },
        {
          heading: t('nav.out'),
          items: [
            item('webhooks', t('nav.webhooks')),
            item('deliveries', t('nav.deliveries')),
            item('events', t('nav.events')),
            item('signatures', t('nav.signatures')),
          ],
        },
        {
          heading: t('nav.in'),
          items: [item('forms', t('nav.forms')), item('inbound', t('nav.inbound'))],
        },
      ]}
    >
      <Outlet />
    </Section>
  )
}
