import { useFormatter, useTranslations } from 'use-intl'
import type { SlaPolicy as PolicyShape } from '#sla/schema.ts'
import { SLA_METRICS } from '#shared/sla.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'
import type { Wire } from '../../../lib/wire.ts'
import { adminPage } from '../admin-page.tsx'
import { EditedListPage } from '../edited-list-page.tsx'
import { SlaDialog } from './sla-dialog.tsx'

/** A policy of service levels. */
type SlaPolicy = Wire<PolicyShape>

const KEY = ['sla-policies']

/** Shows the policies of service levels: create, edit, delete. */
export const SlaPage = adminPage('settings.sla.title', Policies)

function Policies() {
  const t = useTranslations('settings.sla')
  const format = useFormatter()
  const list = useList<SlaPolicy>(KEY, '/api/v1/sla-policies', { limit: PAGE_SIZE.max })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: KEY })
  return (
    <EditedListPage
      t={t}
      command="create-sla"
      path="/api/v1/sla-policies"
      list={{ ...list, rows: list.rows.toSorted((a, b) => a.position - b.position) }}
      sub={(policy) =>
        SLA_METRICS.flatMap((metric) => {
          const minutes = policy[`${metric}_minutes`]
          if (minutes === null) return []
          const time = formatDuration(minutes * 60, format)
          return [<span key={metric}>{t('summary', { metric: t(metric), time })}</span>]
        })
      }
      dialog={(policy, onClose) => (
        <SlaDialog policy={policy} onSaved={refresh} onClose={onClose} />
      )}
      refresh={refresh}
    />
  )
}
