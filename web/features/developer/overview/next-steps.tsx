import { useTranslations } from 'use-intl'
import { PageSection } from '../../../components/page-section.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'

/** Shows the steps of setting up an integration: API key, webhook, test. Hidden once all are done. */
export function NextSteps(props: { hasKey: boolean; hasEndpoint: boolean; hasSent: boolean }) {
  const t = useTranslations('developer.overview')
  const steps = [
    { id: 'key', isDone: props.hasKey, to: '/developer/keys' },
    { id: 'webhook', isDone: props.hasEndpoint, to: '/developer/webhooks' },
    { id: 'test', isDone: props.hasSent, to: '/developer/webhooks' },
  ] as const
  const next = steps.find(({ isDone }) => !isDone)
  if (!next) return null
  return (
    <PageSection title={t('next')}>
      <PlainRows label={t('next')}>
        {steps.map(({ id, isDone, to }) => (
          <Row
            key={id}
            {...(!isDone && { to })}
            lead={
              <StatusText tone={isDone ? 'good' : id === next.id ? 'busy' : 'quiet'}>
                {isDone ? t('done') : id === next.id ? t('now') : t('later')}
              </StatusText>
            }
            title={t(`steps.${id}`)}
            sub={t(`steps.${id}Text`)}
          />
        ))}
      </PlainRows>
    </PageSection>
  )
}
