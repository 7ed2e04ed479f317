import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { AppLink } from '../../components/app-link.tsx'
import { JsonBlock } from '../../components/json-block.tsx'
import { useAction } from '../../components/use-action.ts'
import { Page } from '../../components/page.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { AssignFields } from './assign-fields.tsx'
import { submissionQuery } from './attention-resource.ts'
import type { AttentionDetail } from './attention-resource.ts'
import { refreshForms } from './form-resource.ts'
import { reasonOf } from './reason-of.ts'

/** Shows a submission that became no contact: why, its answers to assign, and its payload. */
export function SubmissionPage() {
  const t = useTranslations('forms')
  const { id } = useParams({ strict: false }) as { id: string }
  const submission = useQuery(submissionQuery(id))
  if (submission.data) return <Shown key={id} submission={submission.data} />
  return (
    <Page title={t('attention')}>
      <QueryState
        query={submission}
        back={{ to: '/developer/forms/attention', label: t('backToAttention') }}
      />
    </Page>
  )
}

function Shown({ submission }: { submission: AttentionDetail }) {
  const t = useTranslations('forms')
  const { form } = submission
  const name = form?.name ?? t('attentionGone')
  const isOpen = submission.needs_attention
  return (
    <Page
      title={form ? t('attentionTitle', { name }) : name}
      back={{ to: '/developer/forms/attention', label: t('backToAttention') }}
      actions={isOpen && <Actions id={submission.id} />}
    >
      <Stack gap="xl">
        <Group gap="0.25rem 1rem" fz="sm" c="dimmed">
          <TimeText value={submission.received_at} exact />
          {form && <AppLink to={`/developer/forms/${form.id}`}>{form.name}</AppLink>}
        </Group>
        <Outcome submission={submission} />
        {form && form.fields.length > 0 && isOpen ? (
          <AssignFields
            key={JSON.stringify(form.mapping)}
            form={form}
            isPending={submission.status === 'pending'}
          />
        ) : (
          form?.fields.length === 0 && <DimmedText>{t('noAnswers')}</DimmedText>
        )}
        <PageSection title={t('payload')}>
          <JsonBlock
            label={submission.content_type ?? t('payload')}
            text={submission.body}
            maxHeight={480}
          />
        </PageSection>
      </Stack>
    </Page>
  )
}

/** Shows why the submission became no contact, or which contact it is now. */
function Outcome({ submission }: { submission: AttentionDetail }) {
  const t = useTranslations('forms')
  const items = submission.items as { person_id?: string | null }[]
  const personId = items.find((item) => item.person_id)?.person_id
  const isOpen = submission.needs_attention
  return (
    <Alert
      color={isOpen ? 'yellow' : personId ? 'green' : 'gray'}
      c="var(--mantine-color-text)"
      aria-live="polite"
    >
      <Group gap="0.25rem 1rem">
        <Text size="sm">
          {isOpen || submission.status === 'pending'
            ? t(
                personId && submission.status === 'processed'
                  ? 'reasonMisfit'
                  : reasonOf(submission.status),
              )
            : t(personId ? 'solved' : 'solvedDismissed')}
        </Text>
        {personId && <AppLink to={`/contacts/${personId}`}>{t('seeContact')}</AppLink>}
      </Group>
    </Alert>
  )
}

function Actions({ id }: { id: string }) {
  const t = useTranslations('forms')
  const path = `/api/developer/inbound/${id}`
  const retry = useAction({
    run: () => api.post(`${path}/reprocess`),
    done: t('retried'),
    failed: t('retryFailed'),
    onSettled: refreshForms,
  })
  const dismiss = useAction({
    run: () => api.post(`${path}/dismiss`),
    done: t('dismissed'),
    failed: t('dismissFailed'),
    onSettled: refreshForms,
  })
  return (
    <>
      <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
        {t('retry')}
      </Button>
      <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
        {t('dismiss')}
      </Button>
    </>
  )
}
