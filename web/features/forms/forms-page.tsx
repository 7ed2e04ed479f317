import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { Page } from '../../components/page.tsx'
import { EmptyState } from '../../components/states.tsx'
import { useCommands } from '../../lib/commands.ts'
import { Row, Rows } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { CreateFormDialog } from './create-form-dialog.tsx'
import { FormFacts } from './form-facts.tsx'
import type { FormResource, FormToken } from './form-resource.ts'
import { FormTokenOnce } from './form-token-once.tsx'

/** Shows the workspace's forms. */
export function FormsPage() {
  const t = useTranslations('forms')
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<FormToken | null>(null)
  const list = useList<FormResource>(['forms', 'list'], '/api/developer/forms')
  useCommands([{ id: 'create-form', label: t('create'), run: () => setCreating(true) }])
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  return (
    <Page title={t('title')} actions={list.rows.length > 0 && create}>
      <Text c="dimmed" size="sm" mb="md" maw="44rem">
        {t('intro')}
      </Text>
      <AttentionBanner />
      <Rows
        label={t('title')}
        list={list}
        empty={
          <EmptyState title={t('empty')} text={t('emptyText')}>
            {create}
          </EmptyState>
        }
      >
        {(form) => (
          <Row
            key={form.id}
            to={`/developer/forms/${form.id}`}
            title={<CustomerText>{form.name}</CustomerText>}
            sub={<FormFacts form={form} />}
          />
        )}
      </Rows>
      {isCreating && <CreateFormDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      <FormTokenOnce
        form={created}
        onDone={() => {
          setCreated(null)
          void navigate({ to: '/developer/forms/$id', params: { id: created!.id } })
        }}
      />
    </Page>
  )
}
