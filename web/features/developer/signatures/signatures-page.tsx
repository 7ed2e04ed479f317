import {
  Button,
  Group,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Verification } from '#webhooks/signatures/schema.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Page } from '../../../components/page.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import type { FullDelivery } from '../deliveries/delivery-query.ts'
import { SIGNATURE_FILTERS } from '../developer-filters.ts'
import { endpointsQuery, toShortUrl } from '../endpoints/endpoints.ts'
import { useUrlFilters } from '../../../lib/use-url-filters.ts'
import { FormError } from '../../../components/form-error.tsx'
import { verifySamples } from '../samples/verify.ts'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'
import { VerificationView } from './verification-view.tsx'

/** Shows the page that explains why a receiver rejects the signature of a delivery. */
export function SignaturesPage() {
  const t = useTranslations('developer.signatures')
  return (
    <Page title={t('title')}>
      <DimmedText mb="md" maw="44rem">
        {t('intro')}
      </DimmedText>
      <SignatureForm />
      <CodeSamples title={t('sampleTitle')} text={t('sampleText')} samples={verifySamples} />
    </Page>
  )
}

function SignatureForm() {
  const t = useTranslations('developer.signatures')
  const { delivery: deliveryId } = useUrlFilters(SIGNATURE_FILTERS).filters
  const form = useForm<Values>({
    initialValues: {
      body: '',
      headers: '',
      with: 'endpoint',
      endpointId: '',
      secret: '',
      receivedAt: '',
    },
    onValuesChange: () => check.reset(),
    validate: {
      endpointId: (id, values) => (values.with === 'endpoint' && !id ? t('endpointMissing') : null),
      secret: (secret, values) => (values.with === 'secret' && !secret ? t('secretMissing') : null),
    },
  })
  const check = useMutation({
    // Reads the form instead of taking the values as input, because the page would keep a pasted secret while it is open.
    mutationFn: () =>
      api.post<Wire<Verification>>('/api/developer/webhooks/verify', toBody(form.values)),
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const filled = useQuery({
    queryKey: ['developer', 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      api.get<FullDelivery>(`/api/developer/webhooks/deliveries/${deliveryId}`, {}, signal),
    enabled: deliveryId !== undefined,
  })
  useEffect(() => {
    if (filled.data) form.setValues(fromDelivery(filled.data))
    // Runs once per delivery, so that the user's edits are kept.
  }, [filled.data?.id])
  return (
    <Stack gap="lg">
      <form onSubmit={form.onSubmit(() => check.mutate())} autoComplete="off">
        <Stack maw="52rem">
          {filled.data && <Notice>{t('fromDelivery')}</Notice>}
          <FormError error={check.error} />
          <Textarea
            label={t('body')}
            required
            autosize
            minRows={4}
            maxRows={14}
            dir="ltr"
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('body')}
          />
          <Textarea
            label={t('headers')}
            description={t('headersHint')}
            required
            autosize
            minRows={3}
            maxRows={12}
            dir="ltr"
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...form.getInputProps('headers')}
          />
          <SecretFields form={form} />
          <TextInput
            type="datetime-local"
            step={1}
            label={t('receivedAt')}
            description={t('receivedAtHint')}
            maw="18rem"
            {...form.getInputProps('receivedAt')}
          />
          <Group>
            <Button type="submit" loading={check.isPending}>
              {t('check')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div role="status">
        {check.data && !check.isPending && <VerificationView verification={check.data} />}
      </div>
    </Stack>
  )
}

function SecretFields({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('developer.signatures')
  const endpoints = useQuery(endpointsQuery)
  const choices = endpoints.data?.data.map(({ id, url }) => ({ value: id, label: toShortUrl(url) }))
  return (
    <>
      <Stack gap={6}>
        <Text size="sm" fw={500} id="check-with">
          {t('checkWith')}
        </Text>
        <SegmentedControl
          aria-labelledby="check-with"
          style={{ alignSelf: 'start' }}
          data={[
            { value: 'endpoint', label: t('withEndpoint') },
            { value: 'secret', label: t('withSecret') },
          ]}
          {...form.getInputProps('with')}
        />
      </Stack>
      {form.values.with === 'endpoint' ? (
        <NativeSelect
          label={t('endpoint')}
          data={[{ value: '', label: t('endpointNone') }, ...(choices ?? [])]}
          {...form.getInputProps('endpointId')}
        />
      ) : (
        <PasswordInput
          label={t('secret')}
          description={t('secretHint')}
          autoComplete="off"
          {...form.getInputProps('secret')}
        />
      )}
    </>
  )
}

type Values = {
  body: string
  headers: string
  with: string
  endpointId: string
  secret: string
  receivedAt: string
}

function toBody(values: Values) {
  const { headers } = values
  // A single value without a name is the signature itself; otherwise each line is a named header.
  const isValue = !headers.trim().includes('\n') && !/^[\w-]+:/.test(headers.trim())
  return {
    body: values.body,
    ...(isValue ? { signature: headers.trim() } : { headers }),
    ...(values.with === 'secret' ? { secret: values.secret } : { endpoint_id: values.endpointId }),
    ...(values.receivedAt && { received_at: new Date(values.receivedAt).toISOString() }),
  }
}

function fromDelivery(delivery: FullDelivery): Partial<Values> {
  const attempt = delivery.attempts.at(-1)
  const local = attempt && new Date(attempt.started_at)
  if (local) local.setMinutes(local.getMinutes() - local.getTimezoneOffset())
  return {
    body: delivery.request_body ?? '',
    headers: Object.entries(attempt?.request_headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    with: 'endpoint',
    endpointId: delivery.endpoint_id,
    receivedAt: local?.toISOString().slice(0, 19) ?? '',
  }
}
