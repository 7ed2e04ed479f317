import { Outlet } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'
import type { TextName } from '../../lib/text-name.ts'
import { Page } from '../../components/page.tsx'
import { Section } from '../../components/section-nav.tsx'
import { EmptyState } from '../../components/states.tsx'

/** Shows the frame of the developer area; agents see that it is for admins only. */
export function DeveloperArea() {
  const t = useTranslations()
  const isAdmin = useIsAdmin()
  if (!isAdmin)
    return (
      <Page title={t('developer.area')}>
        <EmptyState title={t('developer.adminsOnly')} text={t('developer.adminsOnlyText')} />
      </Page>
    )
  const item = (path: string, name: TextName) => ({ path: `/developer/${path}`, label: t(name) })
  return (
    <Section
      label={t('developer.area')}
      groups={[
        {
          items: [
            { path: '/developer', label: t('developer.nav.overview'), exact: true },
            item('keys', 'developer.keys.title'),
            item('apps', 'apps.title'),
            item('requests', 'developer.requests.title'),
            { path: '/docs', label: t('developer.nav.docs'), isElsewhere: true },
          ],
        },
        {
          heading: t('developer.nav.out'),
          items: [
            item('webhooks', 'developer.webhooks.title'),
            item('deliveries', 'developer.deliveries.title'),
            item('events', 'developer.events.title'),
            item('signatures', 'developer.signatures.title'),
          ],
        },
        {
          heading: t('developer.nav.in'),
          items: [item('forms', 'forms.title'), item('inbound', 'developer.inbound.title')],
        },
      ]}
    >
      <Outlet />
    </Section>
  )
}
