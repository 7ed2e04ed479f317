import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { useTimes } from '../../lib/use-times.ts'
import type { SecondFactor } from '#account/second-factor/schema.ts'
import { notifyDone } from '../../components/notify.ts'
import { Page } from '../../components/page.tsx'
import { PasswordForm } from '../../components/second-factor/password-form.tsx'
import { RecoveryCodes } from '../../components/second-factor/recovery-codes.tsx'
import { SetUpSecondFactor } from '../../components/second-factor/set-up-second-factor.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { QueryState } from '../../components/query-state.tsx'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { sessionQuery, useSession } from '../../lib/session.ts'
import type { Wire } from '../../lib/wire.ts'
import { PasskeysSection } from './passkeys-section.tsx'

const path = '/api/session/second-factor'

const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => api.get<Wire<SecondFactor>>(path, {}, signal),
})

/** Shows how the signed-in user signs in: passkeys and second factor. A session of single sign-on cannot change them. */
export function SecurityPage() {
  const t = useTranslations('security')
  const { is_sso: isSso } = useSession()
  // Set up stays open while its recovery codes are shown, although the factor is on by then.
  const [isSettingUp, setSettingUp] = useState(false)
  if (isSso)
    return (
      <Page title={t('title')} width="text">
        <Text>{t('sso')}</Text>
        <Text mt="md">{t('ssoPassword')}</Text>
      </Page>
    )
  return (
    <Page title={t('title')} width="text">
      {!isSettingUp && <PasskeysSection />}
      <Stack>
        {!isSettingUp && (
          <Stack gap={4}>
            <Title order={2}>{t('factor')}</Title>
            <DimmedText>{t('intro')}</DimmedText>
          </Stack>
        )}
        <Content isSettingUp={isSettingUp} onSetUp={setSettingUp} />
      </Stack>
    </Page>
  )
}

function Content(props: { isSettingUp: boolean; onSetUp: (isSettingUp: boolean) => void }) {
  const { isSettingUp, onSetUp } = props
  const t = useTranslations('security')
  const { data, error, refetch } = useQuery(factorQuery)
  if (!data) return <QueryState query={{ error, refetch }} loading={<LoadingRows count={2} />} />
  if (isSettingUp)
    return (
      <SetUpSecondFactor
        onCancel={() => onSetUp(false)}
        onDone={() => {
          onSetUp(false)
          void refresh()
          notifyDone(t('turnedOn'))
        }}
      />
    )
  if (data.is_on) return <FactorOn factor={data} />
  return (
    <>
      <Text>{t('off')}</Text>
      <Button w="fit-content" onClick={() => onSetUp(true)}>
        {t('setUp')}
      </Button>
    </>
  )
}

async function refresh(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: factorQuery.queryKey })
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
}

function FactorOn({ factor }: { factor: Wire<SecondFactor> }) {
  const t = useTranslations('security')
  const { toDay } = useTimes()
  const [dialog, setDialog] = useState<'codes' | 'off' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(null)
          void refresh()
        }}
      />
    )
  return (
    <>
      <Text>{t('on', { date: toDay(factor.turned_on_at!) })}</Text>
      <Text>{t('codesLeft', { count: factor.recovery_codes_left })}</Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setDialog('codes')}>
          {t('newCodes')}
        </Button>
        <Button variant="default" onClick={() => setDialog('off')}>
          {t('turnOff')}
        </Button>
      </Group>
      <Modal
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        title={t(dialog === 'off' ? 'turnOffTitle' : 'newCodes')}
      >
        <Stack>
          <Text size="sm">{t(dialog === 'off' ? 'turnOffText' : 'newCodesText')}</Text>
          {dialog === 'off' ? (
            <PasswordForm
              label={t('turnOff')}
              isDangerous
              submit={(password) => api.post(`${path}/turn-off`, { current_password: password })}
              onDone={() => {
                setDialog(null)
                void refresh()
                notifyDone(t('turnedOff'))
              }}
            />
          ) : (
            <PasswordForm
              label={t('newCodes')}
              submit={(password) =>
                api.post<{ recovery_codes: string[] }>(`${path}/recovery-codes`, {
                  current_password: password,
                })
              }
              onDone={(answer) => {
                setDialog(null)
                setCodes(answer.recovery_codes)
              }}
            />
          )}
        </Stack>
      </Modal>
    </>
  )
}
