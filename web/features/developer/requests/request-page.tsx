import { Anchor, Code, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { ApiRequestDetail } from '#request-log/schema.ts'
import { ERRORS } from '#shared/errors.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { AppLink } from '../../../components/app-link.tsx'
import { CodeBlock, JsonBlock } from '../../../components/code-block.tsx'
import { CopyId } from '../../../components/copy-id.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Facts } from '../../../components/facts.tsx'
import { Page } from '../../../components/page.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { PlainRows, Row } from '../../../components/rows.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { RequestStatus } from './request-row.tsx'

type Detail = Wire<ApiRequestDetail>

/** Shows one request of the log: why it failed, its facts, and its bodies if they were recorded. */
export function RequestPage() {
  const t = useTranslations('developer.requests')
  const { id } = useParams({ strict: false }) as { id: string }
  const request = useQuery({
    queryKey: ['developer', 'request', id],
    queryFn: ({ signal }) => api.get<Detail>(`/api/developer/request-log/${id}`, {}, signal),
  })
  if (request.data) return <RequestView request={request.data} />
  return (
    <Page title={t('title')}>
      <QueryState query={request} back={{ to: '/developer/requests', label: t('title') }} />
    </Page>
  )
}

function RequestView({ request }: { request: Detail }) {
  const t = useTranslations('developer.requests')
  const { method, path, code, errors } = request
  return (
    <Page
      title={t('page', { method, path })}
      heading={<CustomerText>{t('page', { method, path })}</CustomerText>}
      back={{ to: '/developer/requests', label: t('title') }}
      beside={<RequestStatus status={request.status} />}
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
    </Page>
  )
}

function Explanation({ request: { status, code } }: { request: Detail }) {
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

function RequestFacts({ request }: { request: Detail }) {
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

function Bodies({ request }: { request: Detail }) {
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
