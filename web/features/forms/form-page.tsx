import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig } from '../../lib/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CodeSamples } from '../../components/code-samples.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Page } from '../../components/page.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { notifyDone, notifyError } from '../../components/notify.ts'
import { isFormProvider } from '#shared/forms.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { FormCustomFields } from './form-custom-fields.tsx'
import { FormMappingSection } from './form-mapping.tsx'
import { FormSetup } from './form-setup.tsx'
import { refreshForms } from './form-resource.ts'
import { EditFormDialog } from './edit-form-dialog.tsx'
import { FormFacts } from './form-facts.tsx'
import { formQuery } from './form-resource.ts'
import type { FormResource, FormToken } from './form-resource.ts'
import { formSamples, formSnippet } from './form-samples.ts'
import { FormTokenOnce } from './form-token-once.tsx'
import { TestForm } from './test-form.tsx'

/** Shows one form: its snippet, a test submission, token rotation and deletion. */
export function FormPage() {
  const t = useTranslations('forms')
  const { id } = useParams({ strict: false }) as { id: string }
  const form = useQuery(formQuery(id))
  if (form.data) return <Shown form={form.data} />
  return (
    <Page title={t('title')}>
      {form.error ? (
        <ErrorState
          error={form.error}
          onRetry={() => void form.refetch()}
          back={<BackLink to="/developer/forms">{t('back')}</BackLink>}
        />
      ) : (
        <LoadingRows />
      )}
    </Page>
  )
}

function Shown({ form }: { form: FormResource }) {
  const t = useTranslations('forms')
  const config = useAppConfig()
  const [asking, setAsking] = useState<'edit' | 'rotate' | 'delete' | null>(null)
  const [rotated, setRotated] = useState<FormToken | null>(null)
  const token = `TOKEN${form.token_last_four ? `…${form.token_last_four}` : ''}`
  const url = `${config?.ingest_url ?? ''}/webhook/form/${token}`
  // A service that Parley does not know is set up like a page of the customer's own.
  const isOwn = form.provider === 'generic' || !isFormProvider(form.provider)
  const actions = useFormActions(form, { onRotated: setRotated, onSettled: () => setAsking(null) })
  return (
    <Page
      title={form.name}
      back={{ to: '/developer/forms', label: t('back') }}
      actions={
        <>
          <Button variant="default" onClick={() => setAsking('edit')}>
            {t('edit')}
          </Button>
          <Button variant="default" onClick={() => setAsking('rotate')}>
            {t('rotate')}
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            onClick={() => setAsking('delete')}
          >
            {t('delete')}
          </Button>
        </>
      }
    >
      <Stack gap="xl">
        <Group gap="0.25rem 1rem" fz="sm" c="dimmed">
          <FormFacts form={form} />
        </Group>
        <AttentionBanner formId={form.id} />
        <FormSetup form={form} url={url} token={token} />
        <FormMappingSection form={form} />
        <FormCustomFields form={form} />
        <TestForm id={form.id} />
        {isOwn && (
          <PageSection title={t('snippetTitle')}>
            <Text size="sm" c="dimmed">
              {t('snippetText')}
            </Text>
            <CodeBlock label="HTML" text={formSnippet(url)} />
          </PageSection>
        )}
        {isOwn && (
          <CodeSamples
            title={t('programTitle')}
            text={t('tokenPlaceholder', { token })}
            samples={formSamples(url)}
          />
        )}
      </Stack>
      {asking === 'edit' && <EditFormDialog form={form} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        opened={asking === 'rotate'}
        title={t('rotateTitle', { name: form.name })}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isDangerous
        isPending={actions.rotate.isPending}
        onConfirm={() => actions.rotate.mutate()}
        onClose={() => setAsking(null)}
      />
      <ConfirmDialog
        opened={asking === 'delete'}
        title={t('deleteTitle', { name: form.name })}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        isDangerous
        isPending={actions.remove.isPending}
        onConfirm={() => actions.remove.mutate()}
        onClose={() => setAsking(null)}
      />
      <FormTokenOnce form={rotated} onDone={() => setRotated(null)} />
    </Page>
  )
}

/** Returns the actions that rotate a form's token and delete the form. */
function useFormActions(
  form: FormResource,
  on: { onRotated: (form: FormToken) => void; onSettled: () => void },
) {
  const t = useTranslations('forms')
  const navigate = useNavigate()
  const path = `/api/developer/forms/${form.id}`
  const rotate = useMutation({
    mutationFn: async () => on.onRotated(await api.post<FormToken>(`${path}/rotate-token`)),
    onSuccess: refreshForms,
    onError: (err) => notifyError(t('rotateFailed'), err),
    onSettled: on.onSettled,
  })
  const remove = useMutation({
    mutationFn: () => api.delete(path),
    onSuccess: async () => {
      notifyDone(t('deleted', { name: form.name }))
      await navigate({ to: '/developer/forms' })
      refreshForms()
    },
    onError: (err) => notifyError(t('deleteFailed'), err),
    onSettled: on.onSettled,
  })
  return { rotate, remove }
}
