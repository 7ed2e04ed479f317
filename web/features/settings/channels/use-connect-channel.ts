import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { en } from '../../../text/en.ts'
import { notifyDone } from '../../../components/notify.ts'
import { api } from '../../../lib/api.ts'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'
import { refreshChannels, usePlatform } from './channels-query.ts'
import type { ChannelResource, Checks } from './channels-query.ts'

/** A platform with texts that guide through connecting an account: each that checks accounts. */
export type GuidedType = keyof (typeof en)['settings']['channels']['setup']

/** Returns the form that connects a channel, and the mutations that check its values and connect it. */
export function useConnectChannel(type: GuidedType, account: string) {
  const platform = usePlatform(type)
  const t = useTranslations('settings.channels')
  const navigate = useNavigate()
  const [checks, setChecks] = useState<Checks | null>(null)
  const form = useForm({
    initialValues: { account, businessAccount: '', accessToken: '', name: '' },
    onValuesChange: () => setChecks(null),
  })
  const onError = (err: Error) => form.setErrors(toFieldErrors(err))
  const check = useMutation({
    // The token is only in the request: no cache ever holds it.
    mutationFn: async () =>
      setChecks(
        await api.post<Checks>('/api/developer/channels/check', toAccess(type, form.values)),
      ),
    onError,
  })
  const connect = useMutation({
    mutationFn: async () => {
      const name = form.values.name.trim() || checks?.number?.verified_name
      const phone = checks?.number?.display_phone
      const channel = await api.post<ChannelResource>('/api/developer/channels', {
        ...toAccess(type, form.values),
        ...(name && { name }),
        ...(phone && { display_phone: phone }),
      })
      // Subscribe at once, so that messages arrive. The next page shows whether that worked.
      if (channel.business_account !== null)
        await api.post(`/api/developer/channels/${channel.id}/subscribe`).catch(() => undefined)
      notifyDone(t('connected', { name: channel.name }))
      refreshChannels()
      await navigate({ to: '/settings/channels/$id', params: { id: channel.id } })
    },
    onError,
  })
  const shown = checks?.checks.filter(({ step }) => step === 'token' || step === 'number') ?? []
  const isPassed = shown.length > 0 && shown.every(({ status }) => status === 'passed')
  // Only an accepted token can prove that the account is ours.
  const canConnect = shown.some(({ step, status }) => step === 'token' && status === 'passed')
  return { type, platform, form, check, connect, checks, shown, isPassed, canConnect }
}

/** The state of connecting a channel. */
export type Connecting = ReturnType<typeof useConnectChannel>

function toAccess(
  type: GuidedType,
  values: { account: string; businessAccount: string; accessToken: string },
) {
  return {
    type,
    account: values.account.trim(),
    ...(values.businessAccount.trim() && { business_account: values.businessAccount.trim() }),
    ...(values.accessToken.trim() && { access_token: values.accessToken.trim() }),
  }
}
