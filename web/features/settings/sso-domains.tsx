import { Badge, Button, Code, Group, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { useTimes } from '../../lib/use-times.ts'
import type { SsoSettings } from '#account/sso/schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { PlainRows, Row } from '../../components/rows.tsx'
import { useAction } from '../../components/use-action.ts'
import { useSubmit } from '../../components/use-submit.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import type { Wire } from '../../lib/wire.ts'

const PATH = '/api/developer/sso/domains'

type Proof = Omit<Wire<SsoSettings>['domains'][number], 'domain'>

function needsRecord({ verified_at: verifiedAt, missing_since: missingSince }: Proof): boolean {
  return verifiedAt === null || missingSince !== null
}

/** Shows which record a domain needs, and what happens without it. */
function Proof({ proof }: { proof: Proof }) {
  const t = useTranslations('sso')
  const { toDay } = useTimes()
  const { record, lapses_at: lapsesAt, lapsed_at: lapsedAt } = proof
  return (
    <>
      {lapsesAt !== null && <span>{t('recordMissing', { date: toDay(lapsesAt) })}</span>}
      {lapsedAt !== null && <span>{t('lapsed', { date: toDay(lapsedAt) })}</span>}
      <span>
        {t('record')} <Code>{record}</Code>
      </span>
    </>
  )
}

/** Shows the domains whose addresses become members: add, verify and remove them. */
export function SsoDomains({ settings }: { settings: Wire<SsoSettings> }) {
  const t = useTranslations('sso')
  const form = useForm({ initialValues: { domain: '' } })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['sso', 'settings'] })
  const add = useSubmit(form, {
    send: (values) => api.post(PATH, values),
    onDone: async () => {
      await refresh()
      form.reset()
    },
  })
  const verify = useAction({
    run: (domain: string) => api.post(`${PATH}/${encodeURIComponent(domain)}/verify`),
    done: t('verifiedNow'),
    failed: t('verifyFailed'),
    onDone: refresh,
  })
  const remove = useAction({
    run: (domain: string) => api.delete(`${PATH}/${encodeURIComponent(domain)}`),
    failed: t('removeFailed'),
    onDone: refresh,
  })
  return (
    <Stack mt="xl">
      <Title order={2}>{t('domains')}</Title>
      <DimmedText>{t('domainsIntro')}</DimmedText>
      {settings.domains.length > 0 && (
        <PlainRows label={t('domains')}>
          {settings.domains.map(({ domain, ...proof }) => (
            <Row
              key={domain}
              title={
                <Group gap="xs">
                  <CustomerText>{domain}</CustomerText>
                  {proof.verified_at && <Badge variant="light">{t('verified')}</Badge>}
                </Group>
              }
              sub={needsRecord(proof) && <Proof proof={proof} />}
              tail={
                <Group gap="xs">
                  {needsRecord(proof) && (
                    <Button
                      variant="default"
                      size="xs"
                      loading={verify.isPending && verify.variables === domain}
                      onClick={() => verify.mutate(domain)}
                    >
                      {t('verify')}
                    </Button>
                  )}
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('removeDomain', { domain })}
                    onClick={() => remove.mutate(domain)}
                  >
                    {t('remove')}
                  </Button>
                </Group>
              }
            />
          ))}
        </PlainRows>
      )}
      <form onSubmit={add.submit}>
        <Stack>
          <FormError error={add.error} />
          <TextInput
            label={t('domain')}
            placeholder="example.com"
            required
            {...form.getInputProps('domain')}
          />
          <Button type="submit" variant="default" w="fit-content" loading={add.isPending}>
            {t('addDomain')}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
