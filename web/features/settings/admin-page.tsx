import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'
import { Page } from '../../components/page.tsx'
import { EmptyState } from '../../components/states.tsx'

/** Shows a page for admins. Agents see a message instead, and nothing is fetched. */
export function AdminPage({ title, children }: { title: string; children: () => ReactNode }) {
  const t = useTranslations('settings')
  const isAdmin = useIsAdmin()
  if (isAdmin) return children()
  return (
    <Page title={title}>
      <EmptyState title={t('adminsOnly')} text={t('adminsOnlyText')} />
    </Page>
  )
}
