import { Button, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { HOLD_SECONDS } from '#shared/drafts.ts'
import { AFTER_DONE } from '#shared/preferences.ts'
import type { AfterDone } from '#shared/preferences.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { USER_CHARACTERS_MAX } from '#shared/users.ts'
import { MemberAvatar } from '../../components/avatar.tsx'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { showMember } from '../../lib/availability.ts'
import { membersQuery, usePicture } from '../../lib/members.ts'
import type { Member } from '../../lib/members.ts'
import { queryClient } from '../../lib/query-client.ts'
import { savePreferences, saveProfile, useSession } from '../../lib/session.ts'
import { CurrentPasswordInput } from '../../components/current-password-input.tsx'
import { PictureField } from './picture/picture-field.tsx'
import { WorkingHours } from './working-hours.tsx'
import { Page } from '../../components/page.tsx'
import { api } from '../../lib/api.ts'
import { LOCALES } from '../../lib/intl.tsx'
import { FormError } from '../../components/form-error.tsx'
import { NewPasswordInput } from '../../components/new-password-input.tsx'
import { useAction } from '../../components/use-action.ts'
import { useSubmit } from '../../components/use-submit.ts'
import { SettingsFields } from '../../components/settings-fields.tsx'

/** Shows the signed-in user's own name, language and password. A session of single sign-on cannot change the password. */
export function ProfilePage() {
  const t = useTranslations('settings.profile')
  const { is_sso: isSso } = useSession()
  return (
    <Page title={t('title')} width="form">
      <Stack gap="xl">
        <Picture />
        <About />
        <Inbox />
        <WorkingHours />
        {!isSso && <Password />}
      </Stack>
    </Page>
  )
}

function Picture() {
  const t = useTranslations('settings.picture')
  const { user } = useSession()
  return (
    <PictureField
      face={<MemberAvatar id={user.id} name={user.name} size="lg" />}
      hint={t('ownHint')}
      isSet={Boolean(usePicture(user.id))}
      path="/api/session/picture"
      onChange={(member?: Member) => {
        if (member) showMember(member)
        else void queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
      }}
    />
  )
}

function About() {
  const t = useTranslations('settings.profile')
  const tSettings = useTranslations('settings')
  const { user } = useSession()
  const form = useForm({ initialValues: { name: user.name, locale: user.locale ?? '' } })
  const save = useSubmit(form, {
    send: ({ name, locale }) => saveProfile({ name: name.trim(), locale: locale || null }),
    done: tSettings('saved'),
    onDone: () => form.resetDirty(),
  })
  return (
    <form onSubmit={save.submit} aria-label={t('about')}>
      <SettingsFields>
        <Title order={2}>{t('about')}</Title>
        <FormError error={save.error} />
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          autoComplete="name"
          required
          maxLength={USER_CHARACTERS_MAX.name}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('email')}
          description={t('emailHint')}
          value={user.email}
          readOnly
          variant="filled"
        />
        <NativeSelect
          label={t('language')}
          description={t('languageHint')}
          data={[
            { value: '', label: t('languageAuto') },
            ...Object.entries(LOCALES).map(([value, label]) => ({ value, label })),
          ]}
          {...form.getInputProps('locale')}
        />
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()} w="fit-content">
          {tSettings('save')}
        </Button>
      </SettingsFields>
    </form>
  )
}

function Inbox() {
  const t = useTranslations('shortcuts.afterDone')
  const tSettings = useTranslations('settings')
  const { preferences } = useSession().membership
  const save = useAction({
    run: (after_done: AfterDone) => savePreferences({ after_done }),
    done: tSettings('saved'),
    failed: tSettings('saveFailed'),
  })
  const hold = useAction({
    run: (hold_seconds: number) => savePreferences({ hold_seconds }),
    done: tSettings('saved'),
    failed: tSettings('saveFailed'),
  })
  return (
    <section aria-label={t('section')}>
      <SettingsFields>
        <Title order={2}>{t('section')}</Title>
        <NativeSelect
          label={t('label')}
          data={AFTER_DONE.map((value) => ({ value, label: t(value) }))}
          value={save.isPending ? save.variables : preferences.after_done}
          onChange={(event) => save.mutate(event.currentTarget.value as AfterDone)}
        />
        <NativeSelect
          label={t('hold')}
          description={t('holdText')}
          data={HOLD_SECONDS.map((seconds) => ({
            value: String(seconds),
            label: t('holdSeconds', { seconds }),
          }))}
          value={String(hold.isPending ? hold.variables : preferences.hold_seconds)}
          onChange={(event) => hold.mutate(Number(event.currentTarget.value))}
        />
      </SettingsFields>
    </section>
  )
}

function Password() {
  const t = useTranslations('settings.profile')
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const change = useSubmit(form, {
    send: ({ currentPassword, newPassword }) =>
      api.post('/api/session/password', {
        current_password: currentPassword,
        new_password: newPassword,
      }),
    done: t('changed'),
    onDone: () => form.reset(),
  })
  return (
    <form onSubmit={change.submit} aria-label={t('password')}>
      <SettingsFields>
        <Stack gap={4}>
          <Title order={2}>{t('password')}</Title>
          <DimmedText>{t('passwordText')}</DimmedText>
        </Stack>
        <FormError error={change.error} />
        <CurrentPasswordInput label={t('current')} {...form.getInputProps('currentPassword')} />
        <NewPasswordInput
          label={t('next')}
          description={t('nextHint', { count: PASSWORD_CHARACTERS.min })}
          name="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" variant="default" loading={change.isPending} w="fit-content">
          {t('change')}
        </Button>
      </SettingsFields>
    </form>
  )
}
