import {
  Checkbox,
  Modal,
  MultiSelect,
  NumberInput,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ReplayCount } from '#webhooks/replays/schema.ts'
import type { ReplayedStatus } from '#shared/webhooks.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone } from '../../../components/notify.ts'
import type { Wire } from '../../../lib/wire.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import type { WebhookEndpoint } from './endpoints.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'
import { DELIVERY_RATE_LIMIT } from '#shared/webhooks.ts'
import { FormError } from '../../../components/form-error.tsx'
import { SubmitButtons } from '../../../components/submit-buttons.tsx'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'
import { useTimes } from '../../../lib/use-times.ts'

const STATUSES = [
  'failed',
  'cancelled',
  'missing',
  'succeeded',
] as const satisfies readonly ReplayedStatus[]

type Values = {
  statuses: string[]
  types: string[]
  since: string
  until: string
  rateLimit: number | ''
}

/** The dialog that starts a replay: it chooses the events to replay to an endpoint and counts them first. */
export function ReplayDialog({
  endpoint,
  onClose,
}: {
  endpoint: WebhookEndpoint
  onClose: () => void
}) {
  const t = useTranslations('developer.webhooks')
  const path = `/api/developer/webhooks/${endpoint.id}/replay`
  const count = useMutation({
    mutationFn: (values: Values) =>
      api.post<Wire<ReplayCount>>(path, { ...toBody(values), dry_run: true }),
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const start = useMutation({
    mutationFn: (values: Values) => api.post(path, toBody(values)),
    onSuccess: () => {
      notifyDone(t('started'))
      refreshDeveloper()
      onClose()
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const form = useForm<Values>({
    initialValues: {
      statuses: ['failed', 'cancelled'],
      types: [],
      since: '',
      until: '',
      rateLimit: '',
    },
    // The count no longer matches the selection.
    onValuesChange: () => count.reset(),
    validate: { statuses: (statuses) => (statuses.length === 0 ? t('eventsMissing') : null) },
  })
  const counted = count.data
  return (
    <Modal opened onClose={onClose} title={t('replayTitle')} size="lg">
      <form
        onSubmit={form.onSubmit((values) =>
          counted ? start.mutate(values) : count.mutate(values),
        )}
      >
        <Stack>
          <DimmedText>{t('replayText')}</DimmedText>
          <FormError error={start.error ?? count.error} />
          <ReplayFields form={form} />
          <div role="status">{counted && <CountText count={counted} />}</div>
          <SubmitButtons
            label={counted ? t('startCount', { count: counted.count }) : t('count')}
            isPending={count.isPending || start.isPending}
            isDisabled={counted?.count === 0}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function ReplayFields({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('developer.webhooks')
  return (
    <>
      <Checkbox.Group label={t('replayWhat')} {...form.getInputProps('statuses')}>
        <Stack gap="xs" mt="xs">
          {STATUSES.map((status) => (
            <Checkbox
              key={status}
              value={status}
              label={t(`replayStatuses.${status}`)}
              description={t(`replayStatusesText.${status}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <MultiSelect
        label={t('replayTypes')}
        description={t('replayTypesHint')}
        data={[...EVENT_TYPES]}
        clearable
        {...form.getInputProps('types')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="datetime-local"
          label={t('replaySince')}
          {...form.getInputProps('since')}
        />
        <TextInput
          type="datetime-local"
          label={t('replayUntil')}
          {...form.getInputProps('until')}
        />
      </SimpleGrid>
      <NumberInput
        label={t('replayRate')}
        description={t('replayRateHint')}
        min={DELIVERY_RATE_LIMIT.min}
        max={DELIVERY_RATE_LIMIT.max}
        allowDecimal={false}
        {...form.getInputProps('rateLimit')}
      />
    </>
  )
}

function CountText({ count: { count, oldest, newest } }: { count: Wire<ReplayCount> }) {
  const t = useTranslations('developer.webhooks')
  const { toMinute } = useTimes()
  return (
    <Text size="sm" fw={600}>
      {t('counted', { count })}{' '}
      {oldest &&
        newest &&
        t('countedRange', { oldest: toMinute(oldest), newest: toMinute(newest) })}
    </Text>
  )
}

function toBody({ statuses, types, since, until, rateLimit }: Values) {
  return {
    statuses,
    ...(types.length > 0 && { types }),
    ...(since && { since: new Date(since).toISOString() }),
    ...(until && { until: new Date(until).toISOString() }),
    ...(rateLimit !== '' && { rate_limit: rateLimit }),
  }
}
