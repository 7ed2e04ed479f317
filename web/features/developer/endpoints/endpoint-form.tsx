import {
  Button,
  Collapse,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { EventChoice } from './event-choice.tsx'
import type { WebhookEndpoint } from './endpoints.ts'
import { RECOMMENDED_EVENT_TYPES } from '#shared/event-types.ts'
import { URL_CHARACTERS_MAX } from '#shared/urls.ts'
import {
  DELIVERY_RATE_LIMIT,
  ENDPOINT_DESCRIPTION_CHARACTERS_MAX,
  ENDPOINT_ORDERINGS,
  ENDPOINT_PAYLOADS,
  IN_FLIGHT,
  IN_FLIGHT_BY_DEFAULT,
} from '#shared/webhooks.ts'
import type { EndpointFilters, OauthClient, TlsSettings } from '#shared/webhooks.ts'
import { FormError } from '../../../components/form-error.tsx'
import { SubmitButtons } from '../../../components/submit-buttons.tsx'
import { FilterFields } from './filter-fields.tsx'
import { OauthFields } from './oauth-fields.tsx'
import { readHeaders } from './read-headers.ts'
import { readOauth, toOauthErrors, toOauthValues } from './read-oauth.ts'
import type { OauthBody, OauthValues } from './read-oauth.ts'
import { readTls, toTlsErrors, toTlsValues } from './read-tls.ts'
import type { TlsChanges, TlsValues } from './read-tls.ts'
import { TlsFields } from './tls-fields.tsx'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'

/** The request body that creates or updates an endpoint. */
export type EndpointBody = Pick<
  WebhookEndpoint,
  | 'url'
  | 'description'
  | 'events'
  | 'max_in_flight'
  | 'rate_limit'
  | 'ordering'
  | 'filters'
  | 'payload'
> & {
  headers?: Record<string, string | null>
  oauth?: OauthBody | null
  tls?: TlsChanges | null
}

type Values = {
  url: string
  description: string
  events: string[]
  maxInFlight: number | ''
  rateLimit: number | ''
  ordering: WebhookEndpoint['ordering']
  filters: EndpointFilters
  payload: WebhookEndpoint['payload']
  headers: string
  oauth: OauthValues
  tls: TlsValues
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
  const names = endpoint?.header_names ?? []
  const stored = { oauth: endpoint?.oauth ?? null, tls: endpoint?.tls ?? null }
  const form = useForm<Values>({
    initialValues: {
      url: endpoint?.url ?? 'https://',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? [...RECOMMENDED_EVENT_TYPES],
      maxInFlight: endpoint?.max_in_flight ?? '',
      rateLimit: endpoint?.rate_limit ?? '',
      ordering: endpoint?.ordering ?? 'subject',
      filters: endpoint?.filters ?? {},
      payload: endpoint?.payload ?? 'full',
      headers: names.join('\n'),
      oauth: toOauthValues(stored.oauth),
      tls: toTlsValues(stored.tls),
    },
    validate: { events: (events) => (events.length === 0 ? t('eventsMissing') : null) },
  })
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        onSave(toBody(values, names, stored), (err) => form.setErrors(toErrors(err))),
      )}
    >
      <Stack>
        <FormError error={error} />
        <TextInput
          label={t('url')}
          description={t('urlHint')}
          type="url"
          required
          maxLength={URL_CHARACTERS_MAX}
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
          maxLength={ENDPOINT_DESCRIPTION_CHARACTERS_MAX}
          {...form.getInputProps('description')}
        />
        <EventChoice
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors['events']}
        />
        <FilterSection form={form} />
        <Radio.Group label={t('payload')} {...form.getInputProps('payload')}>
          <Stack gap="xs" mt="xs">
            {ENDPOINT_PAYLOADS.map((value) => (
              <Radio
                key={value}
                value={value}
                label={t(`payloads.${value}`)}
                description={t(`payloadTexts.${value}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('headers')}
          description={names.length > 0 ? t('headersKeepHint') : t('headersHint')}
          placeholder="X-Api-Key: 4f9a"
          autosize
          minRows={2}
          maxRows={8}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('headers')}
        />
        <OauthFields form={form} hasSecret={stored.oauth !== null} />
        <TlsFields form={form} hasKey={stored.tls !== null && stored.tls.certificate !== null} />
        <PaceFields form={form} />
        <SubmitButtons label={saveLabel} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  )
}

function FilterSection({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('developer.webhooks')
  const { filters } = form.getInitialValues()
  const [isOpen, { toggle }] = useDisclosure(Object.keys(filters).length > 0)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
        style={{ alignSelf: 'start' }}
      >
        {t('filter')}
      </Button>
      {isOpen && (
        <FilterFields
          value={form.values.filters}
          onChange={(value) => form.setFieldValue('filters', value)}
        />
      )}
    </>
  )
}

function PaceFields({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('developer.webhooks')
  const { maxInFlight, rateLimit, ordering } = form.getInitialValues()
  const isUsual = maxInFlight === '' || maxInFlight === IN_FLIGHT_BY_DEFAULT[ordering]
  const [isOpen, { toggle }] = useDisclosure(!isUsual || rateLimit !== '')
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
        style={{ alignSelf: 'start' }}
      >
        {t('pace')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <NumberInput
              label={t('inFlight')}
              description={t('inFlightHint', { count: IN_FLIGHT_BY_DEFAULT[form.values.ordering] })}
              min={IN_FLIGHT.min}
              max={IN_FLIGHT.max}
              allowDecimal={false}
              {...form.getInputProps('maxInFlight')}
            />
            <NumberInput
              label={t('limit')}
              description={t('limitHint')}
              min={DELIVERY_RATE_LIMIT.min}
              max={DELIVERY_RATE_LIMIT.max}
              allowDecimal={false}
              {...form.getInputProps('rateLimit')}
            />
          </SimpleGrid>
          <Radio.Group label={t('ordering')} {...form.getInputProps('ordering')}>
            <Stack gap="xs" mt="xs">
              {ENDPOINT_ORDERINGS.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`orderings.${value}`)}
                  description={t(`orderingTexts.${value}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
        </Stack>
      </Collapse>
    </>
  )
}

/** Returns the messages of an API error by field; those of one field of OAuth or TLS are shown only there. */
function toErrors(err: Error): Record<string, string> {
  const { oauth, tls, ...errors } = toFieldErrors(err)
  const ofOauth = toOauthErrors(err)
  const ofTls = toTlsErrors(err)
  const isEmpty = (found: object) => Object.keys(found).length === 0
  return {
    ...errors,
    ...ofOauth,
    ...ofTls,
    ...(oauth !== undefined && isEmpty(ofOauth) && { oauth }),
    ...(tls !== undefined && isEmpty(ofTls) && { tls }),
  }
}

type Stored = { oauth: OauthClient | null; tls: TlsSettings | null }

function toBody(values: Values, names: string[], stored: Stored): EndpointBody {
  const headers = readHeaders(values.headers, names)
  const oauth = readOauth(values.oauth, stored.oauth)
  const tls = readTls(values.tls, stored.tls)
  return {
    url: values.url.trim(),
    description: values.description.trim() || null,
    events: values.events,
    max_in_flight:
      values.maxInFlight === '' ? IN_FLIGHT_BY_DEFAULT[values.ordering] : values.maxInFlight,
    rate_limit: values.rateLimit === '' ? null : values.rateLimit,
    ordering: values.ordering,
    filters: values.filters,
    payload: values.payload,
    ...(headers && { headers }),
    ...(oauth !== undefined && { oauth }),
    ...(tls !== undefined && { tls }),
  }
}
