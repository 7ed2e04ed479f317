import { Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import type { ShownAppRequest } from '#account/apps/schema.ts'
import type { AppScope } from '#shared/connected-apps.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Notice } from '../../components/notice.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { api } from '../../lib/api.ts'
import { authorizePath, authorizeQuery } from '../../lib/authorize-query.ts'
import { switchWorkspace, useSession } from '../../lib/session.ts'
import type { Wire } from '../../lib/wire.ts'
import { AuthFrame } from './auth-frame.tsx'

type Request = Wire<ShownAppRequest>

const PATH = '/api/app/authorization'

/** Lets a member give an app access to the workspace, or refuse it. */
export function AuthorizePage() {
  const t = useTranslations('apps.request')
  const request = useQuery({
    queryKey: ['app-request'],
    queryFn: ({ signal }) => api.get<Request>(PATH, { query: authorizeQuery }, signal),
    retry: false,
    staleTime: Infinity,
  })
  const { data, error } = request
  if (error instanceof ParleyError && error.is('app_refused'))
    return <WrongRequest>{error.message}</WrongRequest>
  if (data?.refusal) return <RefusedRequest name={data.name} refusal={data.refusal} />
  if (data) return <Consent request={data} />
  return (
    <AuthFrame title={t('title')}>
      <QueryState query={request} loading={<LoadingRows count={3} />} />
    </AuthFrame>
  )
}

/** Shows a request that leads to no address of a known app, so that only we can explain it. */
function WrongRequest({ children }: { children: string }) {
  const t = useTranslations('apps.request')
  return (
    <AuthFrame title={t('wrongTitle')}>
      <Notice tone="bad" isAlert>
        {children}
      </Notice>
      <Button component="a" href="/" variant="default">
        {t('home')}
      </Button>
    </AuthFrame>
  )
}

/** Shows a request of a known app that is not valid. The member decides whether to return there. */
function RefusedRequest(props: { name: string; refusal: NonNullable<Request['refusal']> }) {
  const { name, refusal } = props
  const t = useTranslations('apps.request')
  return (
    <AuthFrame title={t('wrongTitle')}>
      <Notice tone="bad" isAlert>
        {t.rich('wrong', {
          app: () => <CustomerText>{name}</CustomerText>,
          message: refusal.message,
        })}
      </Notice>
      <Button component="a" href={refusal.return_url} variant="default">
        {t('back')}
      </Button>
    </AuthFrame>
  )
}

function Consent({ request }: { request: Request }) {
  const t = useTranslations('apps.request')
  const session = useSession()
  const { name, host, scopes } = request
  const isRead = (scope: AppScope) => scope.endsWith(':read')
  const [chosen, setChosen] = useState<AppScope[]>(() =>
    scopes.filter((each) => each.can_grant && isRead(each.scope)).map(({ scope }) => scope),
  )
  const answer = useMutation({
    mutationFn: (given: AppScope[]) =>
      api.post<{ return_url: string }>(PATH, {
        query: authorizeQuery,
        workspace_id: session.workspace.id,
        scopes: given,
      }),
    onSuccess: ({ return_url: url }) => window.location.assign(url),
  })
  const app = () => <CustomerText>{name}</CustomerText>
  const groups = [
    { label: t('read'), items: scopes.filter(({ scope }) => isRead(scope)) },
    { label: t('write'), items: scopes.filter(({ scope }) => !isRead(scope)) },
  ]
  return (
    <AuthFrame
      title={t('title')}
      heading={t.rich('heading', { app })}
      text={
        host === null
          ? t('undescribed')
          : t.rich('described', { host: () => <CustomerText>{host}</CustomerText> })
      }
    >
      <Stack>
        <FormError error={answer.error} />
        <Workspace />
        {groups.map(
          ({ label, items }) =>
            items.length > 0 && (
              <Checkbox.Group
                key={label}
                label={label}
                value={chosen}
                onChange={(value) => setChosen(value as AppScope[])}
              >
                <Stack gap="xs" mt="xs">
                  {items.map((item) => (
                    <ScopeBox key={item.scope} {...item} />
                  ))}
                </Stack>
              </Checkbox.Group>
            ),
        )}
        <DimmedText>
          {t.rich(request.is_local ? 'returnsLocal' : 'returns', {
            host: () => <CustomerText>{request.redirect_host}</CustomerText>,
          })}{' '}
          {t('end')}
        </DimmedText>
        {answer.isSuccess ? (
          <Text size="sm" role="status">
            {t('returning')}
          </Text>
        ) : (
          <Group justify="end" gap="xs">
            <Button
              variant="default"
              loading={answer.isPending && answer.variables.length === 0}
              onClick={() => answer.mutate([])}
            >
              {t('refuse')}
            </Button>
            <Button
              disabled={chosen.length === 0}
              loading={answer.isPending && answer.variables.length > 0}
              onClick={() => answer.mutate(chosen)}
            >
              {t('allow')}
            </Button>
          </Group>
        )}
        {chosen.length === 0 && <DimmedText>{t('none')}</DimmedText>}
      </Stack>
    </AuthFrame>
  )
}

/** Shows the workspace to which the app gets access, and lets the member switch to another one. */
function Workspace() {
  const t = useTranslations('apps.request')
  const { user, workspace, memberships } = useSession()
  const move = useMutation({ mutationFn: (id: string) => switchWorkspace(id, authorizePath) })
  return (
    <Stack gap={4}>
      <FormError error={move.error} />
      {memberships.length > 1 ? (
        <NativeSelect
          label={t('workspace')}
          description={t('workspaceHint')}
          value={workspace.id}
          disabled={move.isPending}
          onChange={({ currentTarget }) => move.mutate(currentTarget.value)}
          data={memberships.map(({ workspace: each }) => ({ value: each.id, label: each.name }))}
        />
      ) : (
        <Text size="sm">
          {t.rich('onlyWorkspace', {
            workspace: () => (
              <b>
                <CustomerText>{workspace.name}</CustomerText>
              </b>
            ),
          })}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {t.rich('account', { email: () => <CustomerText>{user.email}</CustomerText> })}
      </Text>
    </Stack>
  )
}

function ScopeBox({ scope, can_grant: canGrant }: Request['scopes'][number]) {
  const t = useTranslations('apps')
  return (
    <Checkbox
      value={scope}
      label={t(`scopes.${scope}`)}
      description={canGrant ? t(`scopeHints.${scope}`) : t('request.adminsOnly')}
      disabled={!canGrant}
    />
  )
}
