import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { Notice } from '../../components/notice.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { api } from '../../lib/api.ts'
import { toLocalPath } from '../../lib/to-local-path.ts'
import { AuthFrame } from './auth-frame.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'

type Pending = { email: string; workspace: string; label: string; is_signed_in: boolean }

const PATH = '/api/auth/sso/link'

/** Lets the owner of an account connect it with single sign-on, after signing in with the password. */
export function SsoLinkPage() {
  const t = useTranslations('sso')
  const pending = useQuery({
    queryKey: ['sso', 'link'],
    queryFn: ({ signal }) => api.get<Pending>(PATH, {}, signal),
    retry: false,
    staleTime: 0,
  })
  const link = useMutation({
    mutationFn: () => api.post<{ next: string }>(PATH),
    onSuccess: ({ next }) => window.location.assign(toLocalPath(next)),
  })
  const { data } = pending
  return (
    <AuthFrame
      title={t('linkTitle')}
      text={
        data &&
        t.rich(data.is_signed_in ? 'linkText' : 'linkSignInText', {
          email: () => <CustomerText>{data.email}</CustomerText>,
          workspace: () => <CustomerText>{data.workspace}</CustomerText>,
          label: () => <CustomerText>{data.label}</CustomerText>,
        })
      }
    >
      <Stack>
        <FormError error={link.error} />
        {pending.isPending && <LoadingRows count={1} />}
        {pending.error && (
          <Notice tone="bad" isAlert>
            {t('problems.sso_attempt_not_found')}
          </Notice>
        )}
        {data?.is_signed_in && (
          <Button loading={link.isPending} onClick={() => link.mutate()}>
            {t('link')}
          </Button>
        )}
        {data && !data.is_signed_in && (
          <Button component="a" href={`/sign-in?${new URLSearchParams({ next: '/sso/link' })}`}>
            {t('signIn')}
          </Button>
        )}
        <BackToSignIn />
      </Stack>
    </AuthFrame>
  )
}
