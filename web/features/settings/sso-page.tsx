import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SsoSettings } from '#account/sso/schema.ts'
import { Page } from '../../components/page.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { api } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { adminPage } from './admin-page.tsx'
import { SsoDomains } from './sso-domains.tsx'
import { SsoForm } from './sso-form.tsx'

/** Shows the single sign-on of the workspace. */
export const SsoPage = adminPage('sso.title', Settings)

function Settings() {
  const t = useTranslations('sso')
  const { data, error, refetch } = useQuery({
    queryKey: ['sso', 'settings'],
    queryFn: ({ signal }) => api.get<Wire<SsoSettings>>('/api/developer/sso', {}, signal),
  })
  return (
    <Page title={t('title')} width="form">
      {data ? (
        <>
          <SsoForm settings={data} />
          <SsoDomains settings={data} />
        </>
      ) : (
        <QueryState query={{ error, refetch }} />
      )}
    </Page>
  )
}
