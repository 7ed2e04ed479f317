import { useTranslations } from 'use-intl'
import { StatusText } from '../../../components/status-text.tsx'
import type { WebhookEndpoint } from './endpoints.ts'

/** Shows as a word whether an endpoint is healthy, failing or disabled. */
export function EndpointStatus({
  endpoint,
}: {
  endpoint: Pick<WebhookEndpoint, 'status' | 'failing_since' | 'disabled_reason'>
}) {
  const t = useTranslations('developer.webhooks')
  if (endpoint.status === 'disabled')
    return (
      <StatusText tone={endpoint.disabled_reason === 'manual' ? 'quiet' : 'bad'}>
        {t('disabled')}
      </StatusText>
    )
  return endpoint.failing_since ? (
    <StatusText tone="bad">{t('failing')}</StatusText>
  ) : (
    <StatusText tone="good">{t('enabled')}</StatusText>
  )
}
