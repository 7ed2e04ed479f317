import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ShownInvitation } from '#account/invitations/schema.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { AuthFrame } from './auth-frame.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { FormError } from '../../components/form-error.tsx'
import { needsSecondStep, SecondStep } from './second-step.tsx'
import { useLinkToken } from './link-token.ts'

type Invitation = Wire<ShownInvitation>

/** Texts that say what somebody with one of the usual roles can do. */
const AS_ROLE = { admin: 'asAdmin', agent: 'asAgent' } as const

/** Shows the invitation of the link in the address and lets the visitor join. */
export function InvitationPage() {
  const t = useTranslations('auth')
  const token = useLinkToken()
  const shown = useQuery({
    queryKey: ['invitation'],
    queryFn: () => api.post<Invitation>('/api/auth/show-invitation', { token }),
    enabled: token !== null,
    gcTime: 0,
  })
  if (token === null || isOver(shown.error)) return <InvitationOver />
  if (shown.error)
    return (
      <AuthFrame title={t('invitation')}>
        <ErrorState error={shown.error} onRetry={() => void shown.refetch()} />
      </AuthFrame>
    )
  if (!shown.data)
    return (
      <AuthFrame title={t('invitation')}>
        <LoadingRows count={3} />
      </AuthFrame>
    )
  return <Acceptance token={token} invitation={shown.data} />
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations('auth')
  const isNew = invitation.account === 'new'
  const form = useForm({ initialValues: { name: '', password: '' } })
  const accept = useMutation({
    mutationFn: ({ name, password }: typeof form.values) =>
      api.post<object>('/api/auth/accept-invitation', {
        token,
        ...(isNew && { name }),
        ...(!invitation.is_signed_in && { password }),
      }),
    onSuccess: (answer) => {
      if (!needsSecondStep(answer)) window.location.assign('/')
    },
    onError: (err) => {
      if (err instanceof ParleyError)
        form.setErrors(Object.fromEntries(err.errors.map((each) => [each.field, each.message])))
    },
  })
  if (isOver(accept.error)) return <InvitationOver />
  if (accept.data && needsSecondStep(accept.data))
    return <SecondStep next="/" onStartAgain={() => window.location.assign('/sign-in')} />
  return (
    <AuthFrame
      title={t('invitation')}
      heading={t.rich('invitedTitle', {
        workspace: () => <CustomerText>{invitation.workspace.name}</CustomerText>,
      })}
      text={
        <>
          {invitation.invited_by === null
            ? t('invited')
            : t.rich('invitedBy', {
                inviter: () => <CustomerText>{invitation.invited_by!}</CustomerText>,
              })}{' '}
          {t(
            invitation.role in AS_ROLE
              ? AS_ROLE[invitation.role as keyof typeof AS_ROLE]
              : 'asOther',
          )}
        </>
      }
    >
      <form onSubmit={form.onSubmit((values) => accept.mutate(values))}>
        <Stack>
          <Text size="sm">{t(toText(invitation))}</Text>
          <FormError error={accept.error} />
          <TextInput
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            readOnly
            value={invitation.email}
          />
          {isNew && (
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              name="name"
              autoComplete="name"
              maxLength={USER_CHARACTERS_MAX.name}
              required
              autoFocus
              {...form.getInputProps('name')}
            />
          )}
          {!invitation.is_signed_in && (
            <PasswordInput
              label={t('password')}
              description={
                isNew ? t('passwordHint', { count: PASSWORD_CHARACTERS.min }) : undefined
              }
              name="password"
              autoComplete={isNew ? 'new-password' : 'current-password'}
              minLength={isNew ? PASSWORD_CHARACTERS.min : 1}
              maxLength={PASSWORD_CHARACTERS.max}
              required
              autoFocus={!isNew}
              {...form.getInputProps('password')}
            />
          )}
          <Button type="submit" loading={accept.isPending}>
            {t('join')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

function toText(invitation: Invitation) {
  if (invitation.is_signed_in) return 'signedInAccount'
  if (invitation.account === 'existing') return 'existingAccount'
  return invitation.is_mailed ? 'newAccount' : 'newOrExistingAccount'
}

function InvitationOver() {
  const t = useTranslations('auth')
  return (
    <AuthFrame title={t('invitationOverTitle')} text={t('invitationOver')}>
      <BackToSignIn />
    </AuthFrame>
  )
}

function isOver(err: Error | null): boolean {
  return err instanceof ParleyError && err.code === 'invitation_not_found'
}
