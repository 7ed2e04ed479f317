import { Modal, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { ContactPicker } from '../../../components/contact-picker.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { ParleyError } from '#client/core.ts'
import { displayName } from '../../../lib/display-name.ts'
import type { MessageContact } from '../../../lib/new-message.ts'
import { MessageForm } from './message-form.tsx'
import { reachQuery } from './reach-query.ts'
import type { Recipient } from './reach-query.ts'
import { formatPhone } from '../../../lib/format-phone.ts'

/**
 * Shows the dialog that writes to a contact first: to `contact`, or to one that is chosen in it, or to a phone number.
 */
export function NewMessageDialog(props: { contact: MessageContact | null; onClose: () => void }) {
  const { contact, onClose } = props
  const t = useTranslations('newMessage')
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const [recipient, setRecipient] = useState<Recipient | null>(
    contact && { kind: 'contact', contact },
  )
  const name = contact && displayName(contact)
  return (
    <Modal
      opened
      onClose={onClose}
      title={name === null ? t('title') : t('titleTo', { name })}
      size="34rem"
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {/* The contacts that are found fit below the field. */}
      <Stack gap="md" mih={contact === null ? '28rem' : undefined}>
        {contact === null && <RecipientPicker recipient={recipient} onChange={setRecipient} />}
        {recipient && (
          <Reached
            key={JSON.stringify(recipient)}
            recipient={recipient}
            isChosenHere={contact === null}
            onClose={onClose}
          />
        )}
      </Stack>
    </Modal>
  )
}

function RecipientPicker(props: {
  recipient: Recipient | null
  onChange: (recipient: Recipient | null) => void
}) {
  const { recipient, onChange } = props
  const t = useTranslations('newMessage')
  return (
    <ContactPicker
      label={t('to')}
      description={t('hint')}
      value={recipient?.kind === 'contact' ? recipient.contact : null}
      onChange={(found) => onChange(found && { kind: 'contact', contact: found })}
      phone={{
        label: (phone) => t('phone', { phone }),
        onChoose: (phone) => onChange(phone === null ? null : { kind: 'phone', phone }),
      }}
      autoFocus
    />
  )
}

/** Shows what can be sent to the recipient, once it is known. */
function Reached(props: { recipient: Recipient; isChosenHere: boolean; onClose: () => void }) {
  const { recipient, isChosenHere, onClose } = props
  const t = useTranslations('newMessage')
  const reach = useQuery(reachQuery(recipient))
  if (reach.isPending) return <LoadingRows count={3} />
  if (reach.isError)
    return reach.error instanceof ParleyError && reach.error.code === 'invalid_phone' ? (
      <Text size="sm" c="red" role="alert">
        {t('invalidPhone')}
      </Text>
    ) : (
      <ErrorState error={reach.error} onRetry={() => void reach.refetch()} />
    )
  const { person } = reach.data
  const known = person && displayName(person)
  return (
    <>
      {isChosenHere && recipient.kind === 'phone' && (
        <DimmedText>
          {person
            ? t('knownContact', { name: known ?? formatPhone(recipient.phone) })
            : t('newContact')}
        </DimmedText>
      )}
      <MessageForm reach={reach.data} recipient={recipient} onClose={onClose} />
    </>
  )
}
