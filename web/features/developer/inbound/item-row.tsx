import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Message } from '#messages/schema.ts'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { AppLink } from '../../../components/app-link.tsx'
import { useInboundText } from './inbound-text.tsx'
import { Row } from '../../../components/rows.tsx'

const TONES: Record<string, Tone> = {
  recorded: 'good',
  repeated: 'quiet',
  parked: 'busy',
  kept: 'quiet',
  failed: 'bad',
  split: 'good',
}

/** Shows an item of a payload with its result. */
export function ItemRow({ item }: { item: Record<string, unknown> }) {
  const t = useTranslations('developer.inbound')
  const say = useInboundText()
  const text = (name: string) => (typeof item[name] === 'string' ? item[name] : undefined)
  const [result = '', reason, messageId] = [text('result'), text('reason'), text('message_id')]
  const about = text('platform_message_id') ?? text('field') ?? text('status')
  return (
    <Row
      lead={<StatusText tone={TONES[result] ?? 'quiet'}>{say.result(result)}</StatusText>}
      title={say.kind(text('kind') ?? '')}
      sub={
        <>
          <span>{reason ? say.reason(reason) : say.resultText(result)}</span>
          {about && <Code>{about}</Code>}
          {result === 'parked' && !messageId && <span>{t('waitsStill')}</span>}
          {messageId && <MessageLink id={messageId} />}
        </>
      }
    />
  )
}

/** Shows a link to a message's conversation once the message is loaded. */
function MessageLink({ id }: { id: string }) {
  const t = useTranslations('developer.inbound')
  const { data } = useQuery({
    queryKey: ['developer', 'message', id],
    queryFn: ({ signal }) => api.get<Wire<Message>>(`/api/v1/messages/${id}`, {}, signal),
    staleTime: Infinity,
  })
  return data ? <AppLink to={`/inbox/${data.conversation_id}`}>{t('openMessage')}</AppLink> : null
}
