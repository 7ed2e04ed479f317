import { Button, Code, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { ApiKey } from '#account/keys/schema.ts'
import { useAppConfig } from '../../../lib/session.ts'
import { CodeSamples } from '../../../components/code-samples.tsx'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'
import { Row } from '../../../components/rows.tsx'
import { readSamples } from '../samples/call.ts'
import { useList } from '../../../lib/use-list.ts'

type Key = Wire<ApiKey>

/** Shows the workspace's API keys: create, review, revoke. */
export function KeysPage() {
  const t = useTranslations('developer.keys')
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<Key | null>(null)
  const [rotating, setRotating] = useState<Key | null>(null)
  const list = useList<Key>(['developer', 'api-keys'], '/api/developer/api-keys', {
    pollMs: 15_000,
  })
  const config = useAppConfig()
  const create = useCreateButton('create-key', t('create'), () => setCreating(true))
  return (
    <ListPage
      title={t('title')}
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(key) => (
        <KeyRow
          key={key.id}
          value={key}
          onRotate={() => setRotating(key)}
          onRevoke={() => setRevoking(key)}
        />
      )}
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
    </ListPage>
  )
}

function KeyRow({
  value: key,
  onRotate,
  onRevoke,
}: {
  value: Key
  onRotate: () => void
  onRevoke: () => void
}) {
  const t = useTranslations('developer.keys')
  const { now, ago, ahead } = useTimes()
  const isExpired = key.expires_at !== null && new Date(key.expires_at) <= now
  const state = key.revoked_at ? 'revoked' : isExpired ? 'expired' : 'active'
  return (
    <Row
      lead={<StatusText tone={state === 'active' ? 'good' : 'quiet'}>{t(state)}</StatusText>}
      title={<CustomerText>{key.name}</CustomerText>}
      sub={
        <>
          <Code>{`sk_${key.mode}_…${key.last_four}`}</Code>
          {key.mode === 'test' && <span>{t('modes.test')}</span>}
          <span>{key.scopes.includes('*') ? t('presets.full') : key.scopes.join(', ')}</span>
          <span>
            {key.rate_limit === null ? t('noLimit') : t('perSecond', { count: key.rate_limit })}
          </span>
          {key.allowed_networks && (
            <span>{t('onlyFrom', { networks: key.allowed_networks.join(', ') })}</span>
          )}
          <span>
            {key.last_used_at ? t('lastUsed', { when: ago(key.last_used_at) }) : t('neverUsed')}
          </span>
          <span>
            {key.revoked_at
              ? t('revokedAt', { when: ago(key.revoked_at) })
              : key.expires_at === null
                ? t('neverExpires')
                : t(isExpired ? 'expiredAt' : 'expires', { when: ahead(key.expires_at) })}
          </span>
        </>
      }
      tail={
        state === 'active' && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('rotateOf', { name: key.name })}
              onClick={onRotate}
            >
              {t('rotate')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('revokeOf', { name: key.name })}
              onClick={onRevoke}
            >
              {t('revoke')}
            </Button>
          </Group>
        )
      }
    />
  )
}
