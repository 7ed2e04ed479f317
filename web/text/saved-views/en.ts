/** Filters of a list, saved under a name. */
export const savedViews = {
  label: 'Saved views',
  none: 'No saved views yet. Set filters, then save them as a view.',
  save: 'Save view',
  name: 'View name',
  share: 'Share with everyone in the workspace',
  shared: 'shared',
  saved: 'Saved the view “{name}”.',
  delete: 'Delete the view {name}',
  deleted: 'Deleted the view “{name}”.',
  deleteFailed: 'Couldn’t delete the view',
  restoreFailed: 'Couldn’t restore the view',
}
