import {
  Checkbox,
  Modal,
  NativeSelect,
  NumberInput,
  Radio,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CreatedApiKey } from '#account/keys/schema.ts'
import type { Scope } from '#shared/scopes.ts'
import { KEY_MODES, KEY_NAME_CHARACTERS_MAX, KEY_RATE_LIMIT } from '#shared/api-keys.ts'
import type { KeyMode } from '#shared/api-keys.ts'
import { NewSecret } from '../new-secret.tsx'
import { api } from '../../../lib/api.ts'
import { useTeams } from '../../../lib/teams.ts'
import { FormError } from '../../../components/form-error.tsx'
import { refreshDeveloper } from '../refresh-developer.ts'
import { ScopeChoice } from './scope-choice.tsx'
import { SubmitButtons } from '../../../components/submit-buttons.tsx'
import { useSubmit } from '../../../components/use-submit.ts'

/** Usual choices of scopes. */
const PRESETS = { read: ['read'], write: ['read', 'write'], full: ['*'] } as const
const DAYS = { month: 30, quarter: 90, year: 365 } as const
const EXPIRIES = ['never', 'month', 'quarter', 'year', 'date'] as const

type Values = {
  name: string
  mode: KeyMode
  preset: keyof typeof PRESETS | 'chosen'
  scopes: Scope[]
  rateLimit: number | ''
  /** Addresses and subnets, separated by commas or spaces. */
  allowedNetworks: string
  expiry: (typeof EXPIRIES)[number]
  expiryDate: string
  /** The teams whose conversations it sees; none: those of the whole workspace. */
  teamIds: string[]
  seesNoTeam: boolean
}

/** The dialog that creates an API key and shows its secret once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('developer.keys')
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm<Values>({
    initialValues: {
      name: '',
      mode: 'live',
      preset: 'write',
      scopes: [],
      rateLimit: KEY_RATE_LIMIT.default,
      allowedNetworks: '',
      expiry: 'never',
      expiryDate: '',
      teamIds: [],
      seesNoTeam: false,
    },
    validate: {
      scopes: (scopes, { preset }) =>
        preset === 'chosen' && scopes.length === 0 ? t('scopesMissing') : null,
      expiryDate: (date, { expiry }) =>
        expiry === 'date' && !(new Date(date).getTime() > Date.now()) ? t('expiryPast') : null,
    },
  })
  const create = useSubmit(form, {
    // The secret is kept only in this component's state, never in a cache.
    send: async (values) => {
      const key = await api.post<CreatedApiKey>('/api/developer/api-keys', toBody(values))
      setSecret(key.secret)
    },
    onDone: refreshDeveloper,
  })
  return (
    <>
      <Modal opened={secret === null} onClose={onClose} title={t('create')} size="lg">
        <form onSubmit={create.submit}>
          <Stack>
            <FormError error={create.error} />
            <KeyFields form={form} />
            <SubmitButtons label={t('create')} isPending={create.isPending} onCancel={onClose} />
          </Stack>
        </form>
      </Modal>
      <NewSecret of="keys" secret={secret} onDone={onClose} />
    </>
  )
}

function KeyFields({ form }: { form: UseFormReturnType<Values> }) {
  const t = useTranslations('developer.keys')
  const { preset, scopes, expiry } = form.values
  const teams = useTeams()
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={KEY_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('mode')} {...form.getInputProps('mode')}>
        <Stack gap="xs" mt="xs">
          {KEY_MODES.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`modes.${value}`)}
              description={t(`modeTexts.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group label={t('access')} {...form.getInputProps('preset')}>
        <Stack gap="xs" mt="xs">
          {(['read', 'write', 'full', 'chosen'] as const).map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`presets.${value}`)}
              description={t(`presets.${value}Text`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {preset === 'chosen' && (
        <ScopeChoice
          value={scopes}
          onChange={(chosen) => form.setFieldValue('scopes', chosen)}
          error={form.errors['scopes']}
        />
      )}
      {teams.length > 0 && (
        <Checkbox.Group
          label={t('teams')}
          description={t('teamsHint')}
          {...form.getInputProps('teamIds')}
        >
          <Stack gap="xs" mt="xs">
            {teams.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      {form.values.teamIds.length > 0 && (
        <Checkbox
          label={t('seesNoTeam')}
          {...form.getInputProps('seesNoTeam', { type: 'checkbox' })}
        />
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t('limit')}
          description={t('limitHint')}
          min={KEY_RATE_LIMIT.min}
          max={KEY_RATE_LIMIT.max}
          allowDecimal={false}
          {...form.getInputProps('rateLimit')}
        />
        <NativeSelect
          label={t('expiry')}
          description={' '}
          data={EXPIRIES.map((value) => ({ value, label: t(`expiries.${value}`) }))}
          {...form.getInputProps('expiry')}
        />
      </SimpleGrid>
      {expiry === 'date' && (
        <TextInput
          type="datetime-local"
          label={t('expiryDate')}
          required
          {...form.getInputProps('expiryDate')}
        />
      )}
      <TextInput
        label={t('networks')}
        description={t('networksHint')}
        {...form.getInputProps('allowedNetworks')}
      />
    </>
  )
}

function toBody({
  name,
  mode,
  preset,
  scopes,
  rateLimit,
  allowedNetworks,
  expiry,
  expiryDate,
  teamIds,
  seesNoTeam,
}: Values) {
  const networks = allowedNetworks.split(/[\s,]+/).filter(Boolean)
  const expiresAt =
    expiry === 'never'
      ? null
      : expiry === 'date'
        ? new Date(expiryDate)
        : new Date(Date.now() + DAYS[expiry] * 86_400_000)
  return {
    name: name.trim(),
    mode,
    scopes: preset === 'chosen' ? scopes : PRESETS[preset],
    rate_limit: rateLimit === '' ? null : rateLimit,
    allowed_networks: networks.length > 0 ? networks : null,
    expires_at: expiresAt?.toISOString() ?? null,
    ...(teamIds.length > 0 && { team_ids: teamIds, sees_no_team: seesNoTeam }),
  }
}
