import { Anchor, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { chatName } from '../../../lib/display-name.ts'
import { useIsAdmin } from '../../../lib/session.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.tsx'
import type { Chat, SendBody } from '../data/types.ts'
import classes from './template-dialog.module.css'
import { TemplateForm } from './template-form.tsx'
import { TemplateList } from './template-list.tsx'
import { templatesQuery } from './templates-query.ts'
import type { Template } from './templates-query.ts'
import { useMessageWindow } from './use-message-window.ts'
import type { MessageWindow } from './use-message-window.ts'

/** Shows the dialog that chooses a template, fills it in next to its preview, and sends it. */
export function TemplateDialog(props: {
  chat: Chat
  opened: boolean
  onClose: () => void
  onSend: (template: NonNullable<SendBody['template']>) => void
}) {
  const t = useTranslations('composer')
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const { isOptedOut, categories } = useMessageWindow(props.chat)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={t('templatesFor', { name: chatName(props.chat) ?? t('customer') })}
      size="56rem"
      fullScreen={isNarrow}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <TemplateChoice
        channelId={props.chat.channel.id}
        customerName={props.chat.person.name}
        isOptedOut={isOptedOut}
        categories={categories}
        isNarrow={isNarrow}
        isSending={false}
        onSend={props.onSend}
      />
    </Modal>
  )
}

/**
 * Shows the templates of a channel, and the fields of the chosen one, which are prefilled with the customer's name.
 * Marketing templates cannot be chosen for a customer who is opted out. `isNarrow`: one after the other instead of side by side.
 */
export function TemplateChoice(props: {
  channelId: string
  customerName: string | null
  isOptedOut: boolean
  categories?: MessageWindow['categories']
  isNarrow: boolean
  isSending: boolean
  onSend: (template: NonNullable<SendBody['template']>) => void
}) {
  const {
    channelId,
    customerName,
    isOptedOut,
    categories = [],
    isNarrow,
    isSending,
    onSend,
  } = props
  const t = useTranslations('composer')
  const isAdmin = useIsAdmin()
  const templates = useQuery(templatesQuery(channelId))
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (templates.isPending) return <LoadingRows count={4} />
  if (templates.isError)
    return <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
  const list = templates.data
  if (list.length === 0)
    return (
      <EmptyState
        icon={<IconTemplate size={28} aria-hidden />}
        title={t('noTemplates')}
        text={t('noTemplatesText')}
      >
        {isAdmin && (
          <Anchor component={Link} to="/settings/templates" size="sm">
            {t('openTemplates')}
          </Anchor>
        )}
      </EmptyState>
    )
  const isRefused = ({ category }: Template) =>
    isOptedOut && (category === null || category === 'MARKETING')
  const chosen =
    list.find((each) => each.id === chosenId) ??
    (isNarrow ? undefined : list.find((each) => !isRefused(each)))
  const choice = (
    <TemplateList
      templates={list}
      chosenId={chosen?.id ?? null}
      isRefused={isRefused}
      categories={categories}
      onChoose={setChosenId}
    />
  )
  const form = chosen && (
    <TemplateForm
      key={chosen.id}
      customerName={customerName}
      template={chosen}
      isSending={isSending}
      hasFocus={chosen.id === chosenId}
      onSend={onSend}
      onBack={isNarrow ? () => setChosenId(null) : undefined}
    />
  )
  if (isNarrow) return form ?? choice
  return (
    <div className={classes.columns}>
      {choice}
      {form}
    </div>
  )
}
