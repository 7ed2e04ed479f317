/** Loading and error states, and buttons that every page shares. */
export const states = {
  loading: 'Loading',
  failed: 'Couldn’t load this',
  unreachable: 'Couldn’t reach the server',
  notFound: 'Not found',
  forbidden: 'You don’t have access to this',
  tryAgain: 'Check your connection and try again.',
  requestId: 'Request ID: {id}',
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
