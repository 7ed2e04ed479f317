import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DeliveryWithAttempts } from '#webhooks/deliveries/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { AttemptView, useAttemptLine } from '../deliveries/attempt-view.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { FormError } from '../../../components/form-error.tsx'

/** The dialog that sends a test event to an endpoint and shows the request and response. */
export function TestDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
}) {
  const t = useTranslations('developer.webhooks')
  const tStates = useTranslations('states')
  const toLine = useAttemptLine()
  const [type, setType] = useState<string>(endpoint.events[0] ?? EVENT_TYPES[0])
  const send = useMutation({
    mutationFn: () =>
      api.post<Wire<DeliveryWithAttempts>>(`/api/developer/webhooks/${endpoint.id}/test`, {
        event_type: type,
      }),
    onSettled: refreshDeveloper,
  })
  const attempt = send.data?.attempts.at(-1)
  return (
    <Modal opened onClose={onClose} title={t('testTitle')} size="70rem">
      <Stack>
        <DimmedText>{t('testText')}</DimmedText>
        <Group align="end" gap="xs">
          <NativeSelect
            label={t('testType')}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value)}
            data={[...EVENT_TYPES]}
          />
          <Button onClick={() => send.mutate()} loading={send.isPending} data-autofocus>
            {send.data ? t('testAgain') : t('testSend')}
          </Button>
        </Group>
        <FormError error={send.error} />
        <div role="status">
          {send.isPending && <DimmedText>{t('testSending')}</DimmedText>}
          {attempt && !send.isPending && (
            <StatusText tone={attempt.error === null ? 'good' : 'bad'}>
              {toLine(attempt)}
            </StatusText>
          )}
        </div>
        {send.data && attempt && !send.isPending && (
          <AttemptView attempt={attempt} body={send.data.request_body} />
        )}
        <Group justify="end" gap="xs">
          {send.data && (
            <AppLink to={`/developer/deliveries/${send.data.id}`}>{t('testOpen')}</AppLink>
          )}
          <Button variant="default" onClick={onClose}>
            {tStates('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
