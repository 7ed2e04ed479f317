import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { SlaPolicy as PolicyShape } from '#sla/schema.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'
import type { Wire } from '../../../lib/wire.ts'
import { adminPage } from '../admin-page.tsx'
import { RowButtons } from '../row-buttons.tsx'
import { SlaDialog } from './sla-dialog.tsx'

/** A policy of service levels. */
type SlaPolicy = Wire<PolicyShape>

const KEY = ['sla-policies']

/** Shows the policies of service levels: create, edit, delete. */
export const SlaPage = adminPage('settings.sla.title', Policies)

function Policies() {
  const t = useTranslations('settings.sla')
  const format = useFormatter()
  const [edited, setEdited] = useState<SlaPolicy | 'new' | null>(null)
  const [deleting, setDeleting] = useState<SlaPolicy | null>(null)
  const list = useList<SlaPolicy>(KEY, '/api/v1/sla-policies', { limit: PAGE_SIZE.max })
  const create = useCreateButton('create-sla', t('create'), () => setEdited('new'))
  const refresh = () => void queryClient.invalidateQueries({ queryKey: KEY })
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={{ ...list, rows: list.rows.toSorted((a, b) => a.position - b.position) }}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(policy) => (
        <Row
          key={policy.id}
          title={<CustomerText>{policy.name}</CustomerText>}
          sub={SLA_METRICS.flatMap((metric) => {
            const minutes = policy[`${metric}_minutes`]
            if (minutes === null) return []
            const time = formatDuration(minutes * 60, format)
            return [<span key={metric}>{t('summary', { metric: t(metric), time })}</span>]
          })}
          tail={
            <RowButtons
              editLabel={t('editOf', { name: policy.name })}
              deleteLabel={t('deleteOf', { name: policy.name })}
              onEdit={() => setEdited(policy)}
              onDelete={() => setDeleting(policy)}
            />
          }
        />
      )}
    >
      {edited && (
        <SlaDialog
          policy={edited === 'new' ? null : edited}
          onSaved={refresh}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(policy) => api.delete(`/api/v1/sla-policies/${policy.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={refresh}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
  )
}
