/** The settings of keyboard shortcuts. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  character: 'Single-key shortcuts',
  characterHint:
    'Shortcuts without {mod}, such as {example}. Turn them off if you use speech input or press keys by accident.',
  off: 'Off',
  change: 'Change keys',
  changeOf: 'Change keys: {name}',
  reset: 'Reset',
  resetOf: 'Reset keys: {name}',
  resetAll: 'Reset all to default',
  saveFailed: 'Couldn’t save the shortcut',
  conflict: '{keys} is already used for “{name}”.',
  invalid: 'These keys can’t be used. Choose a letter, a digit, or another character.',
  record: 'New keys',
  recordHint: 'Press one key, or two keys one after the other.',
  turnOff: 'No keys',
  groups: { contact: 'Contact' },
  list: {
    off: 'Single-key shortcuts are off.',
    settings: 'Change shortcuts',
  },
  afterDone: {
    section: 'Inbox',
    label: 'After closing or snoozing a conversation',
    next: 'Open the next conversation',
    previous: 'Open the previous conversation',
    list: 'Go back to the list',
    hold: 'Undo sending',
    holdText:
      'Replies wait on the server for this time. Until then, Undo returns them to the field.',
    holdSeconds: '{seconds, plural, =0 {Off: send at once} other {# seconds}}',
  },
}
