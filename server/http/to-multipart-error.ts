import { AppError } from '#lib/errors.ts'

/** Returns the error for a multipart body that could not be read. `tooLarge` is the message for one that exceeds a limit. */
export function toMultipartError(err: unknown, tooLarge: string): unknown {
  if (err instanceof AppError) return err
  const { code } = err as { code?: string }
  if (code === 'FST_REQ_FILE_TOO_LARGE' || (code?.startsWith('FST_') && code.endsWith('_LIMIT')))
    return new AppError('body_too_large', tooLarge)
  if (code?.startsWith('FST_') || /multipart|form/i.test(String(err)))
    return new AppError(
      'bad_request',
      'The multipart body could not be read. Check that it is complete and matches its boundary.',
    )
  return err
}
