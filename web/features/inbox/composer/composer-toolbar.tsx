import { Button } from '@mantine/core'
import {
  IconBolt,
  IconCheck,
  IconNote,
  IconPaperclip,
  IconSend,
  IconTemplate,
  IconUserShare,
} from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { TextMark } from '#shared/formatted-text.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import classes from './composer.module.css'
import { countCharacters } from './compose-messages.ts'
import { FormatButton } from './format-button.tsx'
import { EmojiButton } from './emoji-button.tsx'
import type { Ending } from './use-ending.ts'

/** Number of characters before the limit from which the counter is shown. */
const COUNTED_FROM = 200

/** Shows the composer's buttons, the last of which sends the text. */
export function ComposerToolbar(props: {
  isNote: boolean
  hasTemplates: boolean
  text: string
  charactersMax: number
  canSend: boolean
  isWaiting: boolean
  /** Null where the platform formats nothing. */
  onMark: ((mark: TextMark) => void) | null
  onInsert: (text: string) => void
  onCanned: () => void
  onFiles: (files: File[]) => void
  onTemplate: () => void
  onSend: () => void
  /** Null where nothing can be done with the conversation by sending. */
  ending: Ending | null
  onEnd: () => void
}) {
  const { isNote, isWaiting } = props
  const t = useTranslations('composer')
  const picker = useRef<HTMLInputElement>(null)
  const left = props.charactersMax - countCharacters(props.text)
  return (
    <div className={classes.foot}>
      {!isNote && (
        <>
          <IconButton label={t('attach')} onClick={() => picker.current?.click()}>
            <IconPaperclip size={20} aria-hidden />
          </IconButton>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            aria-label={t('attach')}
            onChange={(event) => {
              props.onFiles([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </>
      )}
      <EmojiButton onChoose={props.onInsert} />
      {props.onMark && <FormatButton onChoose={props.onMark} />}
      {!isNote && (
        <>
          <IconButton label={t('cannedReplies')} keys="/" onClick={props.onCanned}>
            <IconBolt size={20} aria-hidden />
          </IconButton>
          {props.hasTemplates && (
            <IconButton label={t('templates')} onClick={props.onTemplate}>
              <IconTemplate size={20} aria-hidden />
            </IconButton>
          )}
        </>
      )}
      <span className={classes.spring} />
      <span className={classes.hint} aria-live="polite">
        {left < 0 ? (
          <span className={classes.tooLong}>{t('tooLong', { count: -left })}</span>
        ) : left < COUNTED_FROM ? (
          t('charactersLeft', { count: left })
        ) : isWaiting ? (
          t('waiting')
        ) : (
          <span className={classes.keys}>{t('keys')}</span>
        )}
      </span>
      {props.ending && props.canSend && (
        <IconButton
          label={
            props.ending === 'close'
              ? t('sendAndClose')
              : t('saveAndHandOver', { name: props.ending.name })
          }
          keys="mod+shift+enter"
          onClick={props.onEnd}
        >
          {props.ending === 'close' ? (
            <IconCheck size={20} aria-hidden />
          ) : (
            <IconUserShare size={20} aria-hidden />
          )}
        </IconButton>
      )}
      <Button
        size="compact-md"
        aria-disabled={!props.canSend}
        data-disabled={!props.canSend || undefined}
        loading={isWaiting}
        leftSection={
          isNote ? <IconNote size={16} aria-hidden /> : <IconSend size={16} aria-hidden />
        }
        onClick={props.onSend}
      >
        {isNote ? t('saveNote') : t('send')}
      </Button>
    </div>
  )
}
