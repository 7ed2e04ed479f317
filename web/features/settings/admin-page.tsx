import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'
import { Page } from '../../components/page.tsx'
import { EmptyState } from '../../components/states.tsx'

/** A page for admins: an agent is told so instead, and nothing of it is asked for. */
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
