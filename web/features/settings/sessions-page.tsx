import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Session as SessionResource } from '#account/users/schema.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { useAction } from '../../components/use-action.ts'
import { Page } from '../../components/page.tsx'
import { PlainRows, Row } from '../../components/rows.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Page as PageOf, Wire } from '../../lib/wire.ts'
import { useBrowserName } from './use-browser-name.ts'

type Session = Wire<SessionResource>

const PATH = '/api/session/sessions'

/** Shows the browsers in which the user is signed in: end one, or all others. */
export function SessionsPage() {
  const t = useTranslations('settings.sessions')
  const [isEndingAll, setEndingAll] = useState(false)
  const list = useQuery({
    queryKey: ['session', 'list'],
    queryFn: ({ signal }) => api.get<PageOf<Session>>(PATH, {}, signal),
    staleTime: 0,
  })
  const end = useAction({
    run: (id: string | null) => api.delete(id === null ? PATH : `${PATH}/${id}`),
    done: (_, id) => t(id === null ? 'endedOthers' : 'ended'),
    failed: t('endFailed'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: ['session', 'list'] })
      setEndingAll(false)
    },
  })
  const sessions = list.data?.data ?? []
  const shown = sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  return (
    <Page
      title={t('title')}
      width="text"
      actions={
        sessions.length > 1 && (
          <Button variant="default" onClick={() => setEndingAll(true)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <DimmedText mb="md">{t('intro')}</DimmedText>
      {list.isPending && <LoadingRows />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {shown.length > 0 && (
        <PlainRows label={t('title')}>
          {shown.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isPending={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </PlainRows>
      )}
      <ConfirmDialog
        opened={isEndingAll}
        title={t('endOthersTitle')}
        text={t('endOthersText')}
        confirmLabel={t('endOthers')}
        isDangerous
        isPending={end.isPending}
        onConfirm={() => end.mutate(null)}
        onClose={() => setEndingAll(false)}
      />
    </Page>
  )
}

function SessionRow(props: { session: Session; isPending: boolean; onEnd: () => void }) {
  const { session } = props
  const t = useTranslations('settings.sessions')
  const name = useBrowserName()(session.user_agent)
  return (
    <Row
      title={
        <Group gap="xs">
          {name}
          {session.is_current && <Badge variant="light">{t('current')}</Badge>}
        </Group>
      }
      sub={
        <>
          {session.ip_address && (
            <span>
              <CustomerText>{session.ip_address}</CustomerText>
            </span>
          )}
          <span>
            {t.rich('lastUsed', { time: () => <TimeText value={session.last_used_at} /> })}
          </span>
          <span>{t.rich('signedIn', { time: () => <TimeText value={session.created_at} /> })}</span>
        </>
      }
      tail={
        !session.is_current && (
          <Button
            variant="default"
            size="xs"
            loading={props.isPending}
            aria-label={t('endOf', { name })}
            onClick={props.onEnd}
          >
            {t('end')}
          </Button>
        )
      }
    />
  )
}
