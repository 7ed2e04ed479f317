import { Text } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { Row, Rows } from '../../components/rows.tsx'
import { EmptyState } from '../../components/states.tsx'
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
    <Page title={t('attention')} back={{ to: '/developer/forms', label: t('back') }}>
      <Text c="dimmed" size="sm" mb="md" maw="44rem">
        {t('attentionIntro')}
      </Text>
      <Rows
        label={t('attention')}
        list={list}
        empty={<EmptyState title={t('attentionEmpty')} text={t('attentionEmptyText')} />}
      >
        {(submission) => (
          <Row
            key={submission.id}
            to={`/developer/forms/attention/${submission.id}`}
            title={<CustomerText>{nameOf(submission.form_id) ?? t('attentionGone')}</CustomerText>}
            sub={<span>{t(reasonOf(submission.status))}</span>}
            tail={<TimeText value={submission.received_at} />}
          />
        )}
      </Rows>
    </Page>
  )
}
