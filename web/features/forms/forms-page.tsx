import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import type { Column } from '../../components/row-table.tsx'
import { ShortTime } from '../../components/short-time.tsx'
import { TablePage } from '../../components/table-page.tsx'
import { useCreateButton } from '../../components/use-create-button.tsx'
import { useList } from '../../lib/use-list.ts'
import { AttentionBanner } from './attention-banner.tsx'
import { attentionQuery } from './attention-resource.ts'
import { CreateFormDialog } from './create-form-dialog.tsx'
import { FormAccess } from './form-facts.tsx'
import { useProviderName } from './form-resource.ts'
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
    <TablePage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      notice={<AttentionBanner />}
      // The banner is above the rows.
      list={{ ...list, isPending: list.isPending || !isSettled(attention) }}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      columns={useColumns()}
      to={({ id }) => `/developer/forms/${id}`}
    >
      {isCreating && <CreateFormDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
      <FormTokenOnce
        form={created}
        onDone={() => {
          setCreated(null)
          void navigate({ to: '/developer/forms/$id', params: { id: created!.id } })
        }}
      />
    </TablePage>
  )
}

function useColumns(): Column<FormResource>[] {
  const t = useTranslations('forms')
  const nameOf = useProviderName(t)
  return [
    {
      key: 'name',
      label: t('name'),
      place: 'title',
      cell: ({ name }) => <CustomerText>{name}</CustomerText>,
    },
    {
      key: 'provider',
      label: t('provider'),
      width: 12,
      cell: ({ provider }) => nameOf(provider),
    },
    {
      key: 'access',
      label: t('access'),
      cell: (form) => <FormAccess form={form} />,
    },
    {
      key: 'changed',
      label: t('tokenCreated'),
      width: 8,
      place: 'time',
      cell: ({ rotated_at: rotated, created_at: created }) => (
        <ShortTime value={rotated ?? created} />
      ),
    },
  ]
}
