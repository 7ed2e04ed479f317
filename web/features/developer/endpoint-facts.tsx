import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { Notice } from '../../components/notice.tsx'
import type { WebhookEndpoint } from './endpoints.ts'
import { useEventText } from './event-types.ts'
import { PlainRows, Row } from '../../components/rows.tsx'

/** Shows an endpoint's settings and subscribed events. */
export function EndpointFacts(props: { endpoint: WebhookEndpoint; onEndOverlap: () => void }) {
  const { endpoint, onEndOverlap } = props
  const t = useTranslations('developer.webhooks')
  const format = useFormatter()
  const textOf = useEventText()
  const until = endpoint.previous_secret_expires_at
  return (
    <>
      <Stack component="section" gap="xs" aria-labelledby="settings">
        <Title order={2} id="settings">
          {t('settings')}
        </Title>
        {endpoint.disabled_reason && (
          <Text size="sm">{t(`disabledReasons.${endpoint.disabled_reason}`)}.</Text>
        )}
        {endpoint.description && (
          <Text size="sm">
            <CustomerText>{endpoint.description}</CustomerText>
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('atATime', { count: endpoint.max_in_flight })} ·{' '}
          {endpoint.rate_limit === null
            ? t('noLimit')
            : t('perSecond', { count: endpoint.rate_limit })}{' '}
          · {t(`orderings.${endpoint.ordering}`)}
        </Text>
        {until && (
          <Notice>
            <Group justify="space-between" gap="xs">
              <Text size="sm">
                {t('overlap', {
                  time: format.dateTime(new Date(until), {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                  }),
                })}
              </Text>
              <Button size="compact-sm" variant="default" onClick={onEndOverlap}>
                {t('endOverlap')}
              </Button>
            </Group>
          </Notice>
        )}
      </Stack>
      <Stack component="section" gap="xs" aria-labelledby="gets">
        <Title order={2} id="gets">
          {t('events')}
        </Title>
        <PlainRows label={t('events')}>
          {endpoint.events.map((type) => (
            <Row key={type} title={<Code>{type}</Code>} sub={textOf(type)} />
          ))}
        </PlainRows>
      </Stack>
    </>
  )
}
