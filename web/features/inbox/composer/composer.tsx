import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useMay } from '../../../lib/use-may.ts'
import { quoteMessage, useComposeRequests } from '../compose.ts'
import type { Chat } from '../data/types.ts'
import { AttachmentList } from './attachment-list.tsx'
import { BotNotice } from './bot-notice.tsx'
import { ComposerField } from './composer-field.tsx'
import { ComposerHead } from './composer-head.tsx'
import { ComposerQuestions } from './composer-questions.tsx'
import { ComposerToolbar } from './composer-toolbar.tsx'
import classes from './composer.module.css'
import { EmptyVariables } from './empty-variables.tsx'
import { fieldShortcuts } from './field-shortcuts.ts'
import { HolderNotice } from './holder-notice.tsx'
import { QuoteBar } from './quote-bar.tsx'
import { ReplyDrafts } from './reply-drafts.tsx'
import { SuggestionList } from './suggestion-list.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { useComposer } from './use-composer.ts'
import type { Composing } from './use-composer.ts'
import { useFileDrop } from './use-file-drop.ts'
import { WindowNotice } from './window-notice.tsx'

/** The composer of a conversation, below the proposed replies. What is being written is kept until sent. `onClosed`: a reply closes it. */
export function Composer({ chat, onClosed }: { chat: Chat; onClosed?: () => void }) {
  const t = useTranslations('composer')
  const may = useMay()
  if (!may('messages:write') && !may('notes:write'))
    return <p className={classes.hold}>{t('readOnly')}</p>
  return (
    <>
      <ReplyDrafts key={`drafts ${chat.id}`} chat={chat} />
      <ChatComposer key={chat.id} chat={chat} onClosed={onClosed} />
    </>
  )
}

function ChatComposer(props: { chat: Chat; onClosed: (() => void) | undefined }) {
  const { chat, onClosed } = props
  const t = useTranslations('composer')
  const composing = useComposer(chat, onClosed)
  const { mode, quoted, isBlocked, sending, choose } = composing
  const [isTemplateOpen, setTemplateOpen] = useState(false)
  // A template answers what was seen before the dialog covered the conversation.
  const seenUntil = useRef<string | null>(null)
  const openTemplates = () => {
    seenUntil.current = composing.answer.seenUntil
    setTemplateOpen(true)
  }
  const listId = useId()
  const isOver = useFileDrop(composing.attach)
  useComposeRequests(chat.id, ({ mode: asked, typed }) =>
    asked === 'template' ? openTemplates() : choose(asked === 'current' ? mode : asked, typed),
  )
  useShortcuts(fieldShortcuts(t))
  return (
    <section className={classes.composer} data-mode={mode} aria-label={t('title')}>
      <SuggestionList id={listId} suggestions={composing.suggestions} />
      {isOver && <div className={classes.drop}>{t('dropHere')}</div>}
      <ComposerHead composing={composing} />
      <ComposerQuestions composing={composing} />
      <EmptyVariables composing={composing} />
      {mode === 'reply' && <HolderNotice chat={chat} window={composing.messageWindow} />}
      {mode === 'reply' && <BotNotice chat={chat} />}
      {mode === 'reply' && quoted && !isBlocked && <QuoteBar chat={chat} message={quoted} />}
      {isBlocked ? (
        <WindowNotice
          chat={chat}
          window={composing.messageWindow}
          onTemplate={openTemplates}
          onNote={() => choose('note')}
        />
      ) : (
        <ComposerBody composing={composing} listId={listId} onTemplate={openTemplates} />
      )}
      <TemplateDialog
        chat={chat}
        opened={isTemplateOpen}
        onClose={() => setTemplateOpen(false)}
        onSend={(template) => {
          sending.send(
            { template, ...(quoted && { reply_to: quoted.id }) },
            { seenUntil: seenUntil.current },
          )
          quoteMessage(chat.id, null)
          setTemplateOpen(false)
        }}
      />
    </section>
  )
}

function ComposerBody(props: { composing: Composing; listId: string; onTemplate: () => void }) {
  const { composing, listId, onTemplate } = props
  const { chat, mode, text, files, messageWindow, field } = composing
  const t = useTranslations('composer')
  const isNote = mode === 'note'
  return (
    <>
      {!isNote && messageWindow.holds[0] && (
        <p className={classes.hold}>{t('hold', { reason: messageWindow.holds[0].reason })}</p>
      )}
      {!isNote && isUnanswered(chat, messageWindow) && (
        <p className={classes.hold}>{t('windowUnknown')}</p>
      )}
      {!isNote && files.length > 0 && <AttachmentList chatId={chat.id} files={files} />}
      <ComposerField composing={composing} listId={listId} />
      <ComposerToolbar
        isNote={isNote}
        hasTemplates={chat.channel.type !== WEB_CHAT_TYPE}
        text={text}
        charactersMax={composing.charactersMax}
        canSend={composing.canSend}
        isWaiting={composing.isWaiting}
        onMark={composing.canFormat ? field.toggle : null}
        onInsert={field.insert}
        onCanned={() => field.insert(text === '' || /\s$/.test(text) ? '/' : ' /')}
        onFiles={composing.attach}
        onTemplate={onTemplate}
        onSend={() => composing.submit()}
        ending={composing.ending}
        onEnd={() => composing.submit({ ends: true })}
      />
    </>
  )
}

/** Returns whether the business wrote last and no message of the customer is known that would have opened the window. */
function isUnanswered(chat: Chat, { status }: Composing['messageWindow']): boolean {
  // A web chat has no window.
  if (chat.channel.type === WEB_CHAT_TYPE) return false
  return status === 'unknown' && !chat.group && chat.last_message?.direction === 'outbound'
}
