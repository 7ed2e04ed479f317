import { Anchor, Button, Code, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConnectedApp } from '#account/apps/schema.ts'
import type { AppScope } from '#shared/connected-apps.ts'
import { api } from '../lib/api.ts'
import { useFindMember } from '../lib/members.ts'
import { useAppConfig } from '../lib/session.ts'
import { useList } from '../lib/use-list.ts'
import { useTimes } from '../lib/use-times.ts'
import type { Wire } from '../lib/wire.ts'
import { ConfirmAction } from './confirm-action.tsx'
import { CopyButton } from './copy-button.tsx'
import { CustomerText } from './customer-text.tsx'
import { ListPage } from './list-page.tsx'
import { Row } from './rows.tsx'

type App = Wire<ConnectedApp>

/** Shows the connected apps of the member, or with `isAll` of the whole workspace: review, disconnect. */
export function ConnectedApps({ isAll = false }: { isAll?: boolean }) {
  const t = useTranslations('apps')
  const path = isAll ? '/api/developer/connected-apps' : '/api/app/connected-apps'
  const [ending, setEnding] = useState<App | null>(null)
  const list = useList<App>(['connected-apps', path], path, { pollMs: 15_000 })
  const config = useAppConfig()
  const address = `${config?.public_url ?? window.location.origin}/mcp`
  return (
    <ListPage
      title={t('title')}
      {...(!isAll && { width: 'text' })}
      intro={
        <>
          {t(isAll ? 'intro' : 'ownIntro')}{' '}
          <Anchor href="/docs/mcp" size="sm" underline="always">
            {t('guide')}
          </Anchor>
        </>
      }
      list={list}
      empty={{
        title: t('empty'),
        text: (
          <Stack gap="xs" align="center">
            {t('emptyText')}
            <Code>{address}</Code>
            <CopyButton value={address} />
          </Stack>
        ),
      }}
      row={(app) => <AppRow key={app.id} app={app} isAll={isAll} onEnd={() => setEnding(app)} />}
    >
      <ConfirmAction
        item={ending}
        title={t('disconnectTitle', { name: ending?.name ?? '' })}
        text={t('disconnectText')}
        confirmLabel={t('disconnect')}
        isDangerous
        run={(app) => api.delete(`${path}/${app.id}`)}
        done={(_, { name }) => t('disconnectDone', { name })}
        failed={t('disconnectFailed')}
        onDone={list.refetch}
        onClose={() => setEnding(null)}
      />
    </ListPage>
  )
}

function AppRow({ app, isAll, onEnd }: { app: App; isAll: boolean; onEnd: () => void }) {
  const t = useTranslations('apps')
  const { ago, ahead } = useTimes()
  const member = useFindMember()(app.connected_by)
  return (
    <Row
      title={<CustomerText>{app.name}</CustomerText>}
      sub={
        <>
          {app.host !== null && <CustomerText>{app.host}</CustomerText>}
          {isAll && <span>{t('connectedBy', { name: member?.name ?? t('formerMember') })}</span>}
          <span>{app.scopes.map((each) => t(`scopes.${each as AppScope}`)).join(', ')}</span>
          <span>
            {app.last_used_at ? t('lastUsed', { when: ago(app.last_used_at) }) : t('neverUsed')}
          </span>
          <span>{t('ends', { when: ahead(app.expires_at) })}</span>
        </>
      }
      tail={
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('disconnectOf', { name: app.name })}
          onClick={onEnd}
        >
          {t('disconnect')}
        </Button>
      }
    />
  )
}
