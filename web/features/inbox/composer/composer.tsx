import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { NOTE_CHARACTERS_MAX } from '#shared/conversations.ts'
import { useSession } from '../../../lib/session.ts'
import { notifyError } from '../../../components/notify.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { quoteMessage, useComposeRequests, useQuotedMessage } from '../compose.ts'
import type { Chat } from '../data/types.ts'
import { chatName } from '../../../lib/display-name.ts'
import { announceIdle } from '../presence.ts'
import { useSend } from '../send.ts'
import { AttachmentList } from './attachment-list.tsx'
import { addFiles, ATTACHMENTS_MAX, takeFiles, useAttachments } from './attachments.ts'
import classes from './composer.module.css'
import { ComposerToolbar } from './composer-toolbar.tsx'
import { composeMessages, countCharacters } from './compose-messages.ts'
import { useDraft } from './drafts.ts'
import { QuoteBar } from './quote-bar.tsx'
import { SuggestionList, suggestionId } from './suggestion-list.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { fieldShortcuts } from './field-shortcuts.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useMessageWindow } from './use-message-window.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useTextField } from './use-text-field.ts'
import { useTyping } from './use-typing.ts'
import { WindowNotice, WindowTime } from './window-notice.tsx'

/** Shows the field for a reply to the customer or an internal note. Unsent text is kept. */
export function Composer({ chat }: { chat: Chat }) {
  return <ChatComposer key={chat.id} chat={chat} />
}

function ChatComposer({ chat }: { chat: Chat }) {
  const t = useTranslations('composer')
  const { membership } = useSession()
  const [draft, setDraft] = useDraft(membership.id, chat.id)
  const isNote = draft.mode === 'note'
  const text = isNote ? draft.note : draft.reply
  const sending = useSend(chat.id)
  const quoted = useQuotedMessage(chat.id)
  const files = useAttachments(chat.id)
  const messageWindow = useMessageWindow(chat)
  const isBlocked =
    !isNote && (messageWindow.status === 'closed' || messageWindow.obstacle !== null)
  const [isWaiting, setWaiting] = useState(false)
  const [isTemplateOpen, setTemplateOpen] = useState(false)
  const listId = useId()
  const tellTyping = useTyping(chat.id, !isNote && messageWindow.status === 'open')

  const write = (value: string) => {
    setDraft(isNote ? { note: value } : { reply: value })
    if (value !== '') tellTyping()
    else announceIdle(chat.id)
  }
  const field = useTextField(text, write)
  const suggestions = useSuggestions({
    chat,
    isNote,
    text,
    field,
    onMention: (mention) => setDraft({ mentions: [...draft.mentions, mention] }),
  })
  const isOver = useFileDrop((dropped) => attach(dropped))

  const charactersMax = isNote ? NOTE_CHARACTERS_MAX : MESSAGE_CHARACTERS_MAX
  const isUploading = files.some(({ state }) => state === 'uploading')
  const hasFailed = files.some(({ state }) => state === 'failed')
  const hasContent = text.trim() !== '' || (!isNote && files.length > 0)
  const canSend =
    hasContent && !isBlocked && countCharacters(text) <= charactersMax && (isNote || !hasFailed)

  function choose(mode: 'reply' | 'note'): void {
    setDraft({ mode })
    field.focus()
    // The field may only be mounted in the next frame.
    requestAnimationFrame(field.focus)
  }

  function attach(added: File[]): void {
    if (added.length === 0) return
    if (isNote || isBlocked) {
      notifyError(t('filesRefused'), isNote ? t('filesInNote') : t('filesInClosed'))
      return
    }
    if (addFiles(chat.id, added) > 0)
      notifyError(t('filesRefused'), t('filesMax', { count: ATTACHMENTS_MAX }))
    field.focus()
  }

  function submit(): void {
    if (!canSend) return
    if (!isNote && isUploading) {
      setWaiting(true)
      return
    }
    setWaiting(false)
    announceIdle(chat.id)
    if (isNote) {
      const named = draft.mentions.filter(({ name }) => text.includes(`@${name}`))
      sending.sendNote({ text: text.trim(), mentions: [...new Set(named.map(({ id }) => id))] })
      setDraft({ note: '', mentions: [] })
      return
    }
    const messages = composeMessages(text, takeFiles(chat.id), quoted?.id ?? null)
    for (const message of messages) sending.send(message)
    setDraft({ reply: '' })
    quoteMessage(chat.id, null)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // An input method handles the keys itself while it composes.
    if (event.nativeEvent.isComposing || suggestions.handleKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      if (isWaiting) setWaiting(false)
      else if (quoted) quoteMessage(chat.id, null)
      else field.ref.current?.blur()
    }
  }

  useComposeRequests(({ mode }) => (mode === 'template' ? setTemplateOpen(true) : choose(mode)))
  useShortcuts(fieldShortcuts(t))
  useEffect(() => {
    if (isWaiting && !isUploading) submit()
  }, [isWaiting, isUploading])
  useEffect(() => {
    if (quoted) choose('reply')
  }, [quoted?.id])

  const name = chatName(chat) ?? t('customer')
  return (
    <section className={classes.composer} data-mode={draft.mode} aria-label={t('title')}>
      <SuggestionList id={listId} suggestions={suggestions} />
      {isOver && <div className={classes.drop}>{t('dropHere')}</div>}
      <div className={classes.head}>
        <div className={classes.modes} role="group" aria-label={t('modes')}>
          {(['reply', 'note'] as const).map((mode) => (
            <button
              key={mode}
              type="button"
              className={classes.mode}
              aria-pressed={draft.mode === mode}
              onClick={() => choose(mode)}
            >
              {t(mode)}
            </button>
          ))}
        </div>
        {!isNote && <WindowTime window={messageWindow} />}
      </div>
      {!isNote && quoted && !isBlocked && <QuoteBar chat={chat} message={quoted} />}
      {isBlocked ? (
        <WindowNotice
          window={messageWindow}
          onTemplate={() => setTemplateOpen(true)}
          onNote={() => choose('note')}
        />
      ) : (
        <>
          {!isNote && messageWindow.holds[0] && (
            <p className={classes.hold}>{t('hold', { reason: messageWindow.holds[0].reason })}</p>
          )}
          {!isNote && files.length > 0 && <AttachmentList chatId={chat.id} files={files} />}
          <textarea
            ref={field.ref}
            className={classes.field}
            dir="auto"
            rows={1}
            value={text}
            placeholder={isNote ? t('notePlaceholder') : t('replyPlaceholder')}
            aria-label={isNote ? t('noteLabel') : t('replyLabel', { name })}
            aria-autocomplete="list"
            aria-controls={suggestions.items.length > 0 ? listId : undefined}
            aria-activedescendant={
              suggestions.items.length > 0 ? suggestionId(listId, suggestions.active) : undefined
            }
            onChange={(event) => {
              write(event.currentTarget.value)
              field.readCaret()
            }}
            onSelect={field.readCaret}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = [...event.clipboardData.files]
              if (pasted.length === 0) return
              event.preventDefault()
              attach(pasted)
            }}
          />
          <ComposerToolbar
            isNote={isNote}
            text={text}
            charactersMax={charactersMax}
            canSend={canSend}
            isWaiting={isWaiting}
            onInsert={field.insert}
            onCanned={() => field.insert(text === '' || /\s$/.test(text) ? '/' : ' /')}
            onFiles={attach}
            onTemplate={() => setTemplateOpen(true)}
            onSend={submit}
          />
        </>
      )}
      <TemplateDialog
        chat={chat}
        opened={isTemplateOpen}
        onClose={() => setTemplateOpen(false)}
        onSend={(template) => {
          sending.send({ template, ...(quoted && { reply_to: quoted.id }) })
          quoteMessage(chat.id, null)
          setTemplateOpen(false)
        }}
      />
    </section>
  )
}
