import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { Row } from '../../components/rows.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useList } from '../../lib/use-list.ts'
import type { Attention } from './attention-resource.ts'
import type { FormResource } from './form-resource.ts'
import { reasonOf } from './reason-of.ts'

/** Shows the submissions that became no contact. */
export function AttentionPage() {
  const t = useTranslations('forms')
  const list = useList<Attention>(['forms', 'attention', 'list'], '/api/developer/inbound', {
    query: { attention: 'open' },
    pollMs: 5000,
  })
  const forms = useList<FormResource>(['forms', 'list'], '/api/developer/forms', { limit: 100 })
  const nameOf = (id: string | null) => forms.rows.find((form) => form.id === id)?.name
  return (
    <ListPage
      title={t('attention')}
      back={{ to: '/developer/forms', label: t('title') }}
      intro={t('attentionIntro')}
      list={list}
      empty={{ title: t('attentionEmpty'), text: t('attentionEmptyText') }}
      row={(submission) => (
        <Row
          key={submission.id}
          to={`/developer/forms/attention/${submission.id}`}
          title={<CustomerText>{nameOf(submission.form_id) ?? t('attentionGone')}</CustomerText>}
          sub={<span>{t(reasonOf(submission.status))}</span>}
          tail={<TimeText value={submission.received_at} />}
        />
      )}
    />
  )
}
