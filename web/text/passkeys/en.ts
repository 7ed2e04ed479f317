/** Passkeys: signing in and confirming with them, and their settings. */
export const passkeys = {
  or: 'or',
  signIn: 'Sign in with a passkey',
  use: 'Use a passkey',
  title: 'Passkeys',
  intro:
    'Sign in with your fingerprint, face or screen lock instead of your password and a code. Nobody can guess a passkey or steal it with a fake page.',
  none: 'You have no passkeys.',
  unavailable:
    'Your browser can’t use passkeys at this address. They need HTTPS and a domain name.',
  add: 'Add a passkey',
  addText:
    'Your browser asks where to keep the passkey: on this device, in your password manager, on your phone or on a security key.',
  name: 'Name',
  nameHint: 'Helps you recognize it later.',
  create: 'Create passkey',
  added: 'Passkey added.',
  synced: 'Synced',
  deviceBound: 'On one device',
  createdAt: 'Added <time></time>',
  lastUsed: 'Last used <time></time>',
  neverUsed: 'Never used',
  rename: 'Rename {name}',
  renameTitle: 'Rename passkey',
  remove: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeText:
    'It no longer signs you in, and devices that are signed in with it are signed out. You can delete it from your device or password manager too.',
  removeIt: 'Remove passkey',
  removed: 'Passkey removed.',
  removeFailed: 'Couldn’t remove the passkey',
  requiredTitle: 'Use your passkey',
  requiredText:
    '<workspace></workspace> requires a second factor. Your passkey is one, so use it to continue.',
  requiredLost:
    'If you’ve lost all your passkeys, ask the person who runs your Parley to remove them.',
  requiredChoice:
    '<workspace></workspace> requires a second factor. Add a passkey, which signs you in with your fingerprint, face or screen lock, or set up an app that shows codes.',
  notUsed: 'No passkey was used. Try again, or choose another way.',
  exists: 'This device or password manager already has a passkey for your account.',
  otherAddress:
    'Passkeys don’t work at this address. Open Parley at the address where you usually use it.',
  unsuitable:
    'This device can’t keep a passkey for Parley. Choose one with a fingerprint, a face or a PIN.',
  failed: 'The browser couldn’t use the passkey. Try again, or choose another way.',
}
