import { Anchor, Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ERRORS } from '#shared/errors.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { JsonBlock } from '../../../components/json-block.tsx'
import { CopyId } from '../../../components/copy-id.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Detail } from '../../../components/detail.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { requestQuery } from './request-query.ts'
import type { FullRequest } from './request-query.ts'
import { RequestStatus } from './request-status.tsx'

/** Shows one request of the log: why it failed, its facts, and its bodies if they were recorded. */
export function RequestPage() {
  const t = useTranslations('developer.requests')
  const { id } = useParams({ strict: false }) as { id: string }
  const request = useQuery(requestQuery(id))
  const back = { to: '/developer/requests', label: t('title') }
  if (request.data) return <RequestView key={id} request={request.data} />
  return (
    <Detail title={t('title')} back={back}>
      <QueryState query={request} back={back} />
    </Detail>
  )
}

function RequestView({ request }: { request: FullRequest }) {
  const t = useTranslations('developer.requests')
  const { method, path, code, errors } = request
  return (
    <Detail
      title={t('page', { method, path })}
      heading={<CustomerText>{t('page', { method, path })}</CustomerText>}
      back={{ to: '/developer/requests', label: t('title') }}
      beside={<RequestStatus status={request.status} />}
      copied={JSON.stringify(request, null, 2)}
    >
      <Stack gap="xl">
        <Explanation request={request} />
        <RequestFacts request={request} />
        {errors.length > 0 && (
          <PageSection title={t('fields')}>
            <PlainRows label={t('fields')}>
              {errors.map(({ field, code: problem }, index) => (
                <Row
                  key={index}
                  title={<CustomerText>{field || '—'}</CustomerText>}
                  sub={<Code>{problem}</Code>}
                />
              ))}
            </PlainRows>
          </PageSection>
        )}
        {code && (
          <AppLink to="/developer/requests" search={{ code }}>
            {t('same')}
          </AppLink>
        )}
        {request.has_bodies ? (
          <Bodies request={request} />
        ) : (
          <DimmedText>{t('notRecorded')}</DimmedText>
        )}
      </Stack>
    </Detail>
  )
}

function Explanation({ request: { status, code } }: { request: FullRequest }) {
  const t = useTranslations('developer.requests')
  if (code === null)
    return (
      <Text>
        {status < 300 ? t('says.succeeded') : t('says.other', { status: String(status) })}
      </Text>
    )
  const [, title] = ERRORS[code]
  return (
    <Stack gap={4}>
      <Text>{t('says.failed', { reason: title })}</Text>
      <Text size="sm">
        <Code>{code}</Code>{' '}
        <Anchor href={`/problems#${code}`} target="_blank" rel="noreferrer">
          {t('explain')}
        </Anchor>
      </Text>
    </Stack>
  )
}

function RequestFacts({ request }: { request: FullRequest }) {
  const t = useTranslations('developer.requests')
  const { key, route } = request
  return (
    <Facts
      facts={[
        {
          label: t('key'),
          value: (
            <AppLink to="/developer/requests" search={{ key: key.id }}>
              {key.name ?? t('unknownKey')}
            </AppLink>
          ),
        },
        ...(key.mode === null ? [] : [{ label: t('mode'), value: t(`modes.${key.mode}`) }]),
        { label: t('route'), value: route === null ? t('noRoute') : <Code>{route}</Code> },
        { label: t('duration'), value: t('took', { ms: request.duration_ms }) },
        { label: t('ended'), value: <TimeText value={request.created_at} exact /> },
        { label: t('requestId'), value: <CopyId id={request.request_id} /> },
      ]}
    />
  )
}

function Bodies({ request }: { request: FullRequest }) {
  const t = useTranslations('developer.requests')
  const { query, request_body: sent, response_body: answered } = request
  const empty = <DimmedText>{t('none')}</DimmedText>
  return (
    <>
      {query !== null && (
        <PageSection title={t('query')}>
          <CodeBlock label={t('query')} text={query} wrap />
        </PageSection>
      )}
      <PageSection title={t('request')}>
        {sent === null ? empty : <JsonBlock label="JSON" text={sent} />}
      </PageSection>
      <PageSection title={t('response')}>
        {answered === null ? empty : <JsonBlock label="JSON" text={answered} />}
      </PageSection>
    </>
  )
}
