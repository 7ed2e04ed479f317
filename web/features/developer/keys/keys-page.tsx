import { Badge, Button, Code, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { TablePage } from '../../../components/table-page.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { useList } from '../../../lib/use-list.ts'
import { useTimes } from '../../../lib/use-times.ts'
import { refreshDeveloper } from '../refresh-developer.ts'
import { readSamples } from '../samples/call.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { keyQuery } from './key-query.ts'
import type { Key } from './key-query.ts'
import { KeyStatus, useKeyEnd, useKeyState } from './key-status.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'

/** Shows the workspace's API keys: create, review, revoke. */
export function KeysPage() {
  const t = useTranslations('developer.keys')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [rotating, setRotating] = useState<Key | null>(null)
  const list = useList<Key>(['developer', 'api-keys'], '/api/developer/api-keys', {
    pollMs: 15_000,
  })
  const columns = useColumns(setRotating, setRevoking)
  const config = useAppConfig()
  const create = useCreateButton('create-key', t('create'), () => setCreating(true))
  return (
    <TablePage
      title={t('title')}
      path="/developer/keys"
      preload={(id) => queryClient.prefetchQuery(keyQuery(id))}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      columns={columns}
    >
      <CodeSamples
        title={t('sampleTitle')}
        text={t('sampleText')}
        samples={readSamples(config?.public_url ?? window.location.origin)}
      />
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} />}
      {rotating && <RotateKeyDialog value={rotating} onClose={() => setRotating(null)} />}
      <ConfirmAction
        item={revoking}
        title={t('revokeTitle', { name: revoking?.name ?? '' })}
        text={t('revokeText')}
        confirmLabel={t('revoke')}
        isDangerous
        run={(key) => api.delete(`/api/developer/api-keys/${key.id}`)}
        done={(_, { name }) => t('revokeDone', { name })}
        failed={t('revokeFailed')}
        onDone={refreshDeveloper}
        onClose={() => setRevoking(null)}
      />
    </TablePage>
  )
}

/** Returns the columns of the API keys; `rotate` and `revoke` are what the buttons of a row do. */
function useColumns(rotate: (key: Key) => void, revoke: (key: Key) => void): Column<Key>[] {
  const t = useTranslations('developer.keys')
  const tTable = useTranslations('tables')
  const { ago } = useTimes()
  const stateOf = useKeyState()
  const explainEnd = useKeyEnd()
  return [
    {
      key: 'status',
      label: tTable('status'),
      width: 5.5,
      place: 'status',
      cell: (key) => <KeyStatus state={stateOf(key)} />,
    },
    {
      key: 'name',
      label: t('name'),
      place: 'title',
      cell: ({ name, mode }) => (
        <>
          <CustomerText>{name}</CustomerText>{' '}
          {mode === 'test' && (
            <Badge size="sm" variant="outline" color="gray" c="dimmed" tt="none">
              {t('modes.test')}
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'secret',
      label: t('secret'),
      from: 'm',
      width: 8.5,
      cell: ({ mode, last_four: end }) => <Code>{`sk_${mode}_…${end}`}</Code>,
    },
    {
      key: 'scopes',
      label: t('scopesLabel'),
      from: 'l',
      width: 8,
      cell: ({ scopes }) => (scopes.includes('*') ? t('presets.full') : scopes.join(', ')),
    },
    {
      key: 'used',
      label: t('lastUsedLabel'),
      from: 'm',
      width: 7.5,
      cell: ({ last_used_at: at }) => (at ? ago(at) : t('never')),
    },
    { key: 'end', label: t('ends'), from: 'l', width: 9, cell: explainEnd },
    {
      key: 'actions',
      label: tTable('actions'),
      width: 10,
      place: 'actions',
      cell: (key) =>
        stateOf(key) === 'active' && (
          <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('rotateOf', { name: key.name })}
              onClick={() => rotate(key)}
            >
              {t('rotate')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('revokeOf', { name: key.name })}
              onClick={() => revoke(key)}
            >
              {t('revoke')}
            </Button>
          </Group>
        ),
    },
  ]
}
