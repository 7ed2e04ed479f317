import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { FormError } from '../../components/form-error.tsx'
import { Notice } from '../../components/notice.tsx'
import { api } from '../../lib/api.ts'
import { toLocalPath } from '../../lib/to-local-path.ts'
import { AuthFrame } from './auth-frame.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { EmailInput } from './email-input.tsx'
import { startSso } from './start-sso.ts'

type Found = { options: { workspace: string; label: string }[] }

const PROBLEMS = [
  'sso_refused',
  'sso_attempt_not_found',
  'sso_unavailable',
  'sso_not_found',
] as const

/** Starts single sign-on for an email address or a workspace, and explains why it failed. */
export function SsoPage() {
  const t = useTranslations('sso')
  const search = useSearch({ strict: false }) as Record<'next' | 'reason' | 'workspace', string>
  const { next, reason, workspace } = search
  const named = useQuery({
    queryKey: ['sso', workspace],
    queryFn: () => api.post<Found>('/api/auth/sso/find', { workspace }),
    enabled: workspace !== undefined,
  })
  const form = useForm({ initialValues: { email: '' } })
  const find = useMutation({
    mutationFn: ({ email }: typeof form.values) => api.post<Found>('/api/auth/sso/find', { email }),
    onSuccess: ({ options: [option] }, { email }) => {
      if (option) startSso({ workspace: option.workspace, next: toLocalPath(next), email })
    },
  })
  const problem = PROBLEMS.find((each) => each === reason) ?? 'sso_refused'
  const [option] = named.data?.options ?? []
  return (
    <AuthFrame title={t('title')} text={t('intro')}>
      <Stack>
        {reason !== undefined && !find.isSuccess && (
          <Notice tone="bad" isAlert>
            {t(`problems.${problem}`)}
          </Notice>
        )}
        {option && (
          <Button
            onClick={() => startSso({ workspace: option.workspace, next: toLocalPath(next) })}
          >
            {t('signInWith', { label: option.label })}
          </Button>
        )}
        <form onSubmit={form.onSubmit((values) => find.mutate(values))}>
          <Stack>
            <FormError error={find.error} />
            {find.data?.options.length === 0 && (
              <Notice tone="bad" isAlert>
                {t('unknownDomain')}
              </Notice>
            )}
            <EmailInput label={t('email')} {...form.getInputProps('email')} />
            <Button
              type="submit"
              variant={option ? 'default' : 'filled'}
              loading={find.isPending || (find.data?.options.length ?? 0) > 0}
            >
              {t('continue')}
            </Button>
          </Stack>
        </form>
        <BackToSignIn />
      </Stack>
    </AuthFrame>
  )
}
