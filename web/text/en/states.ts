/** What every page says while it loads or when it fails. */
export const states = {
  loading: 'Loading',
  failed: 'That did not work',
  unreachable: 'The server cannot be reached',
  notFound: 'This is not there',
  forbidden: 'You may not see this',
  tryAgain: 'Check the connection and try again.',
  requestId: 'Request {id}',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  cancel: 'Cancel',
  save: 'Save',
  delete: 'Delete',
  close: 'Close',
  more: 'Show more',
}
