import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { Row } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { attentionQuery } from './attention-resource.ts'
import { CreateFormDialog } from './create-form-dialog.tsx'
import { FormFacts } from './form-facts.tsx'
import type { FormResource, FormToken } from './form-resource.ts'
import { FormTokenOnce } from './form-token-once.tsx'
import { isSettled } from '../../lib/is-settled.ts'

/** Shows the workspace's forms. */
export function FormsPage() {
  const t = useTranslations('forms')
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<FormToken | null>(null)
  const list = useList<FormResource>(['forms', 'list'], '/api/developer/forms')
  const attention = useQuery(attentionQuery())
  const create = useCreateButton('create-form', t('create'), () => setCreating(true))
  return (
    <ListPage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      filters={<AttentionBanner />}
      // The banner is above the rows.
      list={{ ...list, isPending: list.isPending || !isSettled(attention) }}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(form) => (
        <Row
          key={form.id}
          to={`/developer/forms/${form.id}`}
          title={<CustomerText>{form.name}</CustomerText>}
          sub={<FormFacts form={form} />}
        />
      )}
    >
      {isCreating && <CreateFormDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      <FormTokenOnce
        form={created}
        onDone={() => {
          setCreated(null)
          void navigate({ to: '/developer/forms/$id', params: { id: created!.id } })
        }}
      />
    </ListPage>
  )
}
