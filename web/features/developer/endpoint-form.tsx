import {
  Button,
  Collapse,
  Group,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EventChoice } from './event-choice.tsx'
import type { WebhookEndpoint } from './endpoints.ts'
import { DEFAULT_EVENT_TYPES } from '#shared/event-types.ts'
import { FormError } from '../../components/form-error.tsx'
import { toFieldErrors } from '../../lib/to-field-errors.ts'

/** The request body that creates or updates an endpoint. */
export type EndpointBody = Pick<
  WebhookEndpoint,
  'url' | 'description' | 'events' | 'max_in_flight' | 'rate_limit' | 'ordering'
>

type Values = {
  url: string
  description: string
  events: string[]
  maxInFlight: number | ''
  rateLimit: number | ''
  ordering: WebhookEndpoint['ordering']
}

/** Shows the form of an endpoint; `onSave` receives `onError`, which shows the API's errors at their fields. */
export function EndpointForm(props: {
  endpoint?: WebhookEndpoint
  saveLabel: string
  isPending: boolean
  error: Error | null
  onSave: (body: EndpointBody, onError: (err: Error) => void) => void
  onCancel: () => void
}) {
  const { endpoint, saveLabel, isPending, error, onSave, onCancel } = props
  const t = useTranslations('developer.webhooks')
  const tStates = useTranslations('states')
  const [isPaceOpen, pace] = useDisclosure(
    endpoint !== undefined && (endpoint.max_in_flight !== 1 || endpoint.rate_limit !== null),
  )
  const form = useForm<Values>({
    initialValues: {
      url: endpoint?.url ?? 'https://',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? DEFAULT_EVENT_TYPES,
      maxInFlight: endpoint?.max_in_flight ?? 1,
      rateLimit: endpoint?.rate_limit ?? '',
      ordering: endpoint?.ordering ?? 'creation',
    },
    validate: { events: (events) => (events.length === 0 ? t('eventsMissing') : null) },
  })
  const Chevron = isPaceOpen ? IconChevronDown : IconChevronRight
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        onSave(toBody(values), (err) => form.setErrors(toFieldErrors(err))),
      )}
    >
      <Stack>
        <FormError error={error} />
        <TextInput
          label={t('url')}
          description={t('urlHint')}
          type="url"
          required
          maxLength={2048}
          dir="ltr"
          data-autofocus
          {...form.getInputProps('url')}
        />
        {!endpoint && (
          <Text size="xs" c="dimmed">
            {t('localHint')}
          </Text>
        )}
        <TextInput
          label={t('description')}
          description={t('descriptionHint')}
          maxLength={500}
          {...form.getInputProps('description')}
        />
        <EventChoice
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors['events']}
        />
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Chevron size={16} aria-hidden />}
          aria-expanded={isPaceOpen}
          onClick={pace.toggle}
          style={{ alignSelf: 'start' }}
        >
          {t('pace')}
        </Button>
        <Collapse expanded={isPaceOpen}>
          <Stack>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NumberInput
                label={t('inFlight')}
                description={t('inFlightHint')}
                min={1}
                max={100}
                allowDecimal={false}
                {...form.getInputProps('maxInFlight')}
              />
              <NumberInput
                label={t('limit')}
                description={t('limitHint')}
                min={1}
                max={10_000}
                allowDecimal={false}
                {...form.getInputProps('rateLimit')}
              />
            </SimpleGrid>
            <Radio.Group label={t('ordering')} {...form.getInputProps('ordering')}>
              <Stack gap="xs" mt="xs">
                {(['creation', 'conversation'] as const).map((value) => (
                  <Radio key={value} value={value} label={t(`orderings.${value}`)} />
                ))}
              </Stack>
            </Radio.Group>
          </Stack>
        </Collapse>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {tStates('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {saveLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function toBody(values: Values): EndpointBody {
  return {
    url: values.url.trim(),
    description: values.description.trim() || null,
    events: values.events,
    max_in_flight: values.maxInFlight === '' ? 1 : values.maxInFlight,
    rate_limit: values.rateLimit === '' ? null : values.rateLimit,
    ordering: values.ordering,
  }
}
