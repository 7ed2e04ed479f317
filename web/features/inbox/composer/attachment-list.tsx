import { IconFile, IconRefresh, IconX } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import classes from './attachment-list.module.css'
import { removeFile, retryUpload } from './attachments.ts'
import type { Attachment } from './attachments.ts'

/** Shows the files of the next reply and the progress of their upload. */
export function AttachmentList(props: { chatId: string; files: readonly Attachment[] }) {
  const t = useTranslations('composer')
  return (
    <ul className={classes.list} aria-label={t('files')}>
      {props.files.map((each) => (
        <AttachmentItem key={each.key} chatId={props.chatId} attachment={each} />
      ))}
    </ul>
  )
}

function AttachmentItem({ chatId, attachment }: { chatId: string; attachment: Attachment }) {
  const t = useTranslations('composer')
  const format = useFormatter()
  const { key, file, size, url, state, progress, error, refusal, bytesMax } = attachment
  const name = file.name || t('file')
  return (
    <li className={classes.item} data-state={state}>
      {url && file.type.startsWith('image/') ? (
        <img src={url} alt="" className={classes.picture} />
      ) : (
        <span className={classes.picture}>
          <IconFile size={20} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.name}>
          <CustomerText>{name}</CustomerText>
        </span>
        <span className={classes.detail}>
          {state === 'failed' ? (
            <span role="alert" className={classes.error} title={error ?? undefined}>
              {refusal
                ? refusal === 'size' && bytesMax !== null
                  ? t('refused.sizeMax', { max: formatBytes(bytesMax, format) })
                  : t(`refused.${refusal}`)
                : (error ?? t('uploadFailed'))}
            </span>
          ) : state === 'uploading' ? (
            t('uploading', { part: format.number(progress, { style: 'percent' }) })
          ) : (
            formatBytes(size, format)
          )}
        </span>
        {state === 'uploading' && (
          <progress
            className={classes.progress}
            max={1}
            value={progress}
            aria-label={t('uploadingName', { name })}
          />
        )}
      </span>
      {state === 'failed' && refusal === null && (
        <IconButton
          label={t('retryUpload', { name })}
          onClick={() => retryUpload(chatId, attachment)}
        >
          <IconRefresh size={18} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('removeFile', { name })} onClick={() => removeFile(chatId, key)}>
        <IconX size={18} aria-hidden />
      </IconButton>
    </li>
  )
}
