import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useIsAdmin } from '../../lib/session.ts'
import type { TextName } from '../../lib/text-name.ts'
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

/** Creates a page for admins. Agents see a message under its title instead, and nothing is fetched. */
export function adminPage(title: TextName, Content: () => ReactNode): () => ReactNode {
  return function AdminsOnly() {
    const t = useTranslations()
    return <AdminPage title={t(title)}>{() => <Content />}</AdminPage>
  }
}
