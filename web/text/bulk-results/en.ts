/** Failures of changes of many rows. */
export const bulkResults = {
  failed: 'Couldn’t change the selection',
  selectFailed: 'Couldn’t count what matches',
}
