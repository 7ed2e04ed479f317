import { Alert, Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { InboundPayloadDetail } from '#inbound/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { api } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { FormError } from '../../components/form-error.tsx'

/** Shows the fields of a test submission, and its result once submitted. */
export function TestForm({ id }: { id: string }) {
  const t = useTranslations('forms')
  const [payloadId, setPayloadId] = useState<string | null>(null)
  const form = useForm({
    initialValues: {
      name: t('sampleName'),
      email: 'test.visitor@example.com',
      message: t('sampleMessage'),
    },
  })
  const send = useMutation({
    mutationFn: (fields: typeof form.values) =>
      api.post<{ payload_id: string }>(`/api/developer/forms/${id}/test`, { fields }),
    onSuccess: (answer) => setPayloadId(answer.payload_id),
  })
  return (
    <PageSection title={t('test')} gap="sm">
      <DimmedText>{t('testText')}</DimmedText>
      <form onSubmit={form.onSubmit((values) => send.mutate(values))} autoComplete="off">
        <Stack gap="sm" maw="30rem">
          <FormError error={send.error} />
          <TextInput label={t('testName')} {...form.getInputProps('name')} />
          <TextInput label={t('testEmail')} type="email" {...form.getInputProps('email')} />
          <Textarea
            label={t('testMessage')}
            autosize
            minRows={2}
            {...form.getInputProps('message')}
          />
          <Button type="submit" w="fit-content" loading={send.isPending}>
            {t('sendTest')}
          </Button>
        </Stack>
      </form>
      <div aria-live="polite">{payloadId && <Outcome key={payloadId} payloadId={payloadId} />}</div>
    </PageSection>
  )
}

/** Shows the result of a test; polls until it is known. */
function Outcome({ payloadId }: { payloadId: string }) {
  const t = useTranslations('forms')
  const payload = useQuery({
    queryKey: ['forms', 'payload', payloadId],
    queryFn: ({ signal }) =>
      api.get<Wire<InboundPayloadDetail>>(`/api/developer/inbound/${payloadId}`, {}, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'pending' ? false : 500),
  })
  const status = payload.data?.status ?? 'pending'
  const items = (payload.data?.items ?? []) as { result?: string; person_id?: string | null }[]
  const personId = items.find((item) => item.person_id)?.person_id
  const word =
    status === 'pending'
      ? 'testPending'
      : status === 'failed'
        ? 'testBroken'
        : personId
          ? 'testRecorded'
          : 'testKept'
  return (
    <Alert
      color={status === 'failed' ? 'red' : personId ? 'green' : 'gray'}
      c="var(--mantine-color-text)"
    >
      <Stack gap="xs">
        <Text size="sm">{t(word)}</Text>
        <Group gap="md">
          {personId && (
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link to="/contacts/$personId" params={{ personId: personId }} {...props} />
              )}
            >
              {t('seeContact')}
            </Anchor>
          )}
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/developer/inbound/$id" params={{ id: payloadId }} {...props} />
            )}
          >
            {t('seePayload')}
          </Anchor>
        </Group>
      </Stack>
    </Alert>
  )
}
