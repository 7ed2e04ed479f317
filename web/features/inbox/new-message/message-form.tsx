import { Anchor, Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { IconPlugConnected, IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { FormError } from '../../../components/form-error.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { displayName } from '../../../lib/display-name.ts'
import { useIsAdmin } from '../../../lib/session.ts'
import { TemplateChoice } from '../composer/template-dialog.tsx'
import type { Reach, ReachedChannel, Recipient } from './reach-query.ts'
import { useBegin } from './use-begin.ts'
import { formatPhone } from '../../../lib/format-phone.ts'

/** Shows the channels that reach the contact, and what can be written on the chosen one: by default the channel used last. */
export function MessageForm(props: { reach: Reach; recipient: Recipient; onClose: () => void }) {
  const { reach, recipient, onClose } = props
  const t = useTranslations('newMessage')
  const isAdmin = useIsAdmin()
  const reaching = reach.channels.filter(
    ({ template }) => template.code !== 'contact_not_reachable',
  )
  // If no channel reaches the contact, each says why.
  const channels = reaching.length > 0 ? reaching : reach.channels
  const [channelId, setChannelId] = useState(channels[0]?.channel.id)
  const chosen = channels.find(({ channel }) => channel.id === channelId)
  if (!chosen)
    return (
      <EmptyState
        icon={<IconPlugConnected size={28} aria-hidden />}
        title={t('noChannel')}
        text={t('noChannelText')}
      >
        {isAdmin && (
          <Anchor component={Link} to="/settings/channels" size="sm" onClick={onClose}>
            {t('openChannels')}
          </Anchor>
        )}
      </EmptyState>
    )
  return (
    <>
      {channels.length > 1 ? (
        <NativeSelect
          label={t('channel')}
          value={channelId}
          onChange={(event) => setChannelId(event.currentTarget.value)}
          data={channels.map(({ channel }) => ({
            value: channel.id,
            label: labelOf(channel),
          }))}
        />
      ) : (
        <DimmedText>
          <CustomerText>{t('from', { channel: labelOf(chosen.channel) })}</CustomerText>
        </DimmedText>
      )}
      <FirstMessage key={channelId} {...{ reach, chosen, recipient, onClose }} />
    </>
  )
}

type ChosenProps = {
  reach: Reach
  chosen: ReachedChannel
  recipient: Recipient
  onClose: () => void
}

/** Shows the form for the message: of the conversation that exists, else what the platform accepts first. */
function FirstMessage({ reach, chosen, recipient, onClose }: ChosenProps) {
  const t = useTranslations('newMessage')
  const { send, continueIn, isPending, error } = useBegin({ recipient, chosen, onClose })
  const [text, setText] = useState('')
  const { conversation_id: chatId, free_form: freeForm, template } = chosen
  const customer = reach.person ?? (recipient.kind === 'contact' ? recipient.contact : null)
  const phone = reach.phone_e164 && formatPhone(reach.phone_e164)
  const name = (customer && displayName(customer)) ?? phone ?? t('somebody')
  if (!template.allowed && chatId === null)
    return <Obstacle reach={reach} chosen={chosen} onClose={onClose} />
  const canWrite = freeForm.allowed
  const field = canWrite && (
    <Textarea
      label={t('message')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      autosize
      minRows={3}
      maxRows={10}
      maxLength={MESSAGE_CHARACTERS_MAX}
      dir="auto"
      autoFocus
    />
  )
  if (chatId !== null)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          continueIn(chatId, text)
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {t(canWrite || !template.allowed ? 'exists' : 'existsClosed', { name })}
          </Text>
          {field}
          <Group justify="end">
            <Button type="submit">{t('continue')}</Button>
          </Group>
        </Stack>
      </form>
    )
  if (canWrite)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send({ message: text })
        }}
      >
        <Stack gap="md">
          <FormError error={error} />
          {field}
          <Group justify="end">
            <Button
              type="submit"
              loading={isPending}
              disabled={text.trim() === ''}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              {t('send')}
            </Button>
          </Group>
        </Stack>
      </form>
    )
  return (
    <>
      <Text size="sm">{t('template', { name })}</Text>
      <FormError error={error} />
      <TemplateChoice
        channelId={chosen.channel.id}
        customerName={reach.person?.name ?? null}
        isOptedOut={chosen.marketing.code === 'contact_opted_out'}
        isNarrow
        isSending={isPending}
        onSend={(chosenTemplate) => send({ template: chosenTemplate })}
      />
    </>
  )
}

/** Explains why nothing can be sent, and what to do. */
function Obstacle({ reach, chosen, onClose }: Pick<ChosenProps, 'reach' | 'chosen' | 'onClose'>) {
  const t = useTranslations('newMessage')
  const isAdmin = useIsAdmin()
  const { code, reason } = chosen.template
  const platform = CHANNEL_NAMES[chosen.channel.type as ChannelType]
  const hasNoPhone = code === 'contact_not_reachable' && reach.phone_e164 === null
  const text =
    code === 'contact_blocked'
      ? t('obstacles.contact_blocked')
      : code === 'contact_not_reachable'
        ? t(hasNoPhone ? 'obstacles.noPhone' : 'obstacles.mustWriteFirst', { platform })
        : t('obstacles.channel_not_connected', { reason: reason ?? '' })
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">{text}</Text>
      {hasNoPhone && reach.person && (
        <Anchor
          size="sm"
          renderRoot={(given) => (
            <Link to="/contacts/$personId" params={{ personId: reach.person!.id }} {...given} />
          )}
          onClick={onClose}
        >
          {t('addPhone')}
        </Anchor>
      )}
      {code !== 'contact_blocked' && code !== 'contact_not_reachable' && isAdmin && (
        <Anchor component={Link} to="/settings/channels" size="sm" onClick={onClose}>
          {t('openChannels')}
        </Anchor>
      )}
    </Stack>
  )
}

function labelOf({ name, type }: ReachedChannel['channel']): string {
  const platform = CHANNEL_NAMES[type as ChannelType]
  const shown = formatPhone(name)
  return shown.includes(platform) ? shown : `${shown} (${platform})`
}
