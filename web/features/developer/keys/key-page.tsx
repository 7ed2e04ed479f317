import { Code, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { CopyId } from '../../../components/copy-id.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Detail } from '../../../components/detail.tsx'
import { Facts } from '../../../components/facts.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { useFindTeam } from '../../../lib/teams.ts'
import { keyQuery } from './key-query.ts'
import type { Key } from './key-query.ts'
import { KeyStatus, useKeyEnd, useKeyState } from './key-status.tsx'

/** Shows one API key: where and how often it can be used, what it sees, and each of its scopes. */
export function KeyPage() {
  const t = useTranslations('developer.keys')
  const { id } = useParams({ strict: false }) as { id: string }
  const key = useQuery(keyQuery(id))
  const back = { to: '/developer/keys', label: t('title') }
  if (key.data) return <KeyView key={id} value={key.data} />
  return (
    <Detail title={t('title')} back={back}>
      <QueryState query={key} back={back} />
    </Detail>
  )
}

function KeyView({ value: key }: { value: Key }) {
  const t = useTranslations('developer.keys')
  const format = useFormatter()
  const findTeam = useFindTeam()
  const stateOf = useKeyState()
  const explainEnd = useKeyEnd()
  const { team_ids: teamIds, allowed_networks: networks, rate_limit: limit } = key
  const teams = [
    ...(teamIds ?? []).map((id) => findTeam(id)?.name ?? id),
    ...(key.sees_no_team ? [t('seesNoTeam')] : []),
  ]
  const sayScope = (scope: string) => {
    const name = `scopes.${scope === '*' ? 'everything' : scope}` as 'scopes.read'
    return t.has(name) ? t(name) : undefined
  }
  return (
    <Detail
      title={key.name}
      heading={<CustomerText>{key.name}</CustomerText>}
      back={{ to: '/developer/keys', label: t('title') }}
      beside={<KeyStatus state={stateOf(key)} />}
      copied={JSON.stringify(key, null, 2)}
    >
      <Stack gap="xl">
        <Facts
          facts={[
            { label: t('secret'), value: <Code>{`sk_${key.mode}_…${key.last_four}`}</Code> },
            { label: t('mode'), value: t(`modes.${key.mode}`) },
            {
              label: t('limit'),
              value: limit === null ? t('noLimit') : format.number(limit),
            },
            { label: t('networks'), value: networks ? format.list(networks) : t('everywhere') },
            {
              label: t('teams'),
              value: teamIds === null ? t('wholeWorkspace') : format.list(teams),
            },
            {
              label: t('lastUsedLabel'),
              value: key.last_used_at ? <TimeText value={key.last_used_at} exact /> : t('never'),
            },
            { label: t('ends'), value: explainEnd(key) },
            { label: t('created'), value: <TimeText value={key.created_at} exact /> },
            { label: t('id'), value: <CopyId id={key.id} /> },
          ]}
        />
        <PageSection title={t('scopesLabel')}>
          <PlainRows label={t('scopesLabel')}>
            {key.scopes.map((scope) => (
              <Row key={scope} title={<Code>{scope}</Code>} sub={sayScope(scope)} />
            ))}
          </PlainRows>
        </PageSection>
      </Stack>
    </Detail>
  )
}
