/** The second factor: signing in with it, and its settings. */
export const security = {
  stepTitle: 'Enter your code',
  stepText: 'Open your authenticator app and enter the code for Parley.',
  recoveryText: 'Enter one of the recovery codes that you saved. Each code works once.',
  code: 'Code',
  recoveryCode: 'Recovery code',
  verify: 'Sign in',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the app',
  startAgain: 'Start again',
  requiredTitle: 'Set up a second factor',
  requiredText:
    '<workspace></workspace> requires a second factor. Set one up to continue: after your password, you’ll enter a code from an app on your phone.',
  signOut: 'Sign out',
  switchTo: 'Go to {name}',
  title: 'Security',
  factor: 'Second factor',
  intro:
    'After your password, you enter a code from an app on your phone. A stolen password alone then doesn’t open your account.',
  sso: 'You signed in with single sign-on. Your provider checks your password and your second factor, so change them there.',
  ssoPassword:
    'If your Parley account also has a password, passkeys or a second factor, sign in with the password to change them.',
  off: 'The second factor is off.',
  on: 'The second factor is on since {date}.',
  password: 'Current password',
  setUp: 'Set up authenticator app',
  scanTitle: 'Add Parley to your app',
  scanText:
    'Scan this QR code with an authenticator app, such as the one of your phone or your password manager. Then enter the code that the app shows.',
  qrCode: 'QR code for your authenticator app',
  secret: 'Can’t scan it? Enter this key in the app:',
  turnOn: 'Turn on',
  cancel: 'Cancel',
  turnedOn: 'The second factor is on.',
  codesTitle: 'Save your recovery codes',
  codesText:
    'If you lose your phone, each of these codes signs you in once. They aren’t shown again, so keep them in a safe place, such as a password manager.',
  codes: 'Recovery codes',
  copyCodes: 'Copy codes',
  downloadCodes: 'Download codes',
  codesFile: 'Recovery codes for Parley, {email}. Each code works once.',
  codesDone: 'I’ve saved the codes',
  codesLeft:
    '{count, plural, =0 {You have no recovery codes left.} one {You have # recovery code left.} other {You have # recovery codes left.}}',
  newCodes: 'Create new recovery codes',
  newCodesText: 'The codes you saved before stop working. Enter your password to continue.',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off the second factor?',
  turnOffText:
    'Signing in then needs only your password, and your recovery codes stop working. Enter your password to continue.',
  turnedOff: 'The second factor is off now.',
}
