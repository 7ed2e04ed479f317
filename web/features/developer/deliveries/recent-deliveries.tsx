import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { useDeliveryColumns } from './use-delivery-columns.tsx'
import { recentDeliveriesQuery } from './recent-deliveries-query.ts'
import type { WebhookEndpoint } from '../endpoints/endpoints.ts'
import { QueryState } from '../../../components/query-state.tsx'
import { LoadingRows } from '../../../components/states.tsx'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { RowTable } from '../../../components/row-table.tsx'

/** Shows an endpoint's newest deliveries with a link to all of them. */
export function RecentDeliveries({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('developer.webhooks')
  const columns = useDeliveryColumns()
  const { data, error, refetch } = useQuery(recentDeliveriesQuery(endpoint.id))
  return (
    <PageSection
      title={t('recent')}
      actions={
        <AppLink to="/developer/deliveries" search={{ endpoint: endpoint.id }}>
          {t('allDeliveries')}
        </AppLink>
      }
    >
      {!data ? (
        <QueryState query={{ error, refetch }} loading={<LoadingRows count={3} height={44} />} />
      ) : data.data.length === 0 ? (
        <DimmedText>{t('noDeliveries')}</DimmedText>
      ) : (
        <RowTable
          label={t('recent')}
          columns={columns}
          rows={data.data}
          links={{ to: ({ id }) => `/developer/deliveries/${id}` }}
        />
      )}
    </PageSection>
  )
}
