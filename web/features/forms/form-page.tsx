import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { useAppConfig } from '../../lib/session.ts'
import { CodeBlock } from '../../components/code-block.tsx'
import { CodeSamples } from '../../components/code-samples.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { notifyDone } from '../../components/notify.ts'
import { Page } from '../../components/page.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { api } from '../../lib/api.ts'
import { isFormProvider } from '#shared/forms.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { attentionQuery } from './attention-resource.ts'
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
import { isSettled } from '../../lib/is-settled.ts'

/** Shows one form: its snippet, a test submission, token rotation and deletion. */
export function FormPage() {
  const t = useTranslations('forms')
  const { id } = useParams({ strict: false }) as { id: string }
  const form = useQuery(formQuery(id))
  // The banner is above all the rest.
  const attention = useQuery(attentionQuery(id))
  if (form.data && isSettled(attention)) return <Shown form={form.data} />
  return (
    <Page title={t('title')}>
      <QueryState query={form} back={{ to: '/developer/forms', label: t('title') }} />
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
  const navigate = useNavigate()
  const close = () => setAsking(null)
  return (
    <Page
      title={form.name}
      back={{ to: '/developer/forms', label: t('title') }}
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
            <DimmedText>{t('snippetText')}</DimmedText>
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
      {asking === 'edit' && <EditFormDialog form={form} onClose={close} />}
      <ConfirmAction
        item={asking === 'rotate' && form}
        title={t('rotateTitle', { name: form.name })}
        text={t('rotateText')}
        confirmLabel={t('rotate')}
        isDangerous
        run={async ({ id }) =>
          setRotated(await api.post<FormToken>(`/api/developer/forms/${id}/rotate-token`))
        }
        failed={t('rotateFailed')}
        onDone={refreshForms}
        onSettled={close}
        onClose={close}
      />
      <ConfirmAction
        item={asking === 'delete' && form}
        title={t('deleteTitle', { name: form.name })}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        isDangerous
        run={({ id }) => api.delete(`/api/developer/forms/${id}`)}
        failed={t('deleteFailed')}
        onDone={async () => {
          notifyDone(t('deleted', { name: form.name }))
          await navigate({ to: '/developer/forms' })
          refreshForms()
        }}
        onSettled={close}
        onClose={close}
      />
      <FormTokenOnce form={rotated} onDone={() => setRotated(null)} />
    </Page>
  )
}
