/** The settings: web chats. */
export const webChats = {
  create: 'Create web chat',
  intro:
    'Visitors of your own site write to you in a small window. Their messages arrive in the inbox.',
  settings: 'Widget settings',
  name: 'Name',
  nameHint: 'Visitors see it as the title of the chat.',
  origins: 'Allowed sites',
  originsHint:
    'One per line, with https:// and without a path. Other sites, including subdomains, are blocked.',
  greeting: 'Greeting',
  greetingHint: 'Shown above a new conversation. Leave empty to use the default.',
  nameField: 'Ask for the name',
  emailField: 'Ask for the email address',
  fields: { hidden: 'No', optional: 'Yes, optional', required: 'Yes, required' },
  language: 'Language',
  languages: { auto: 'Visitor’s browser language', en: 'English', hi: 'हिन्दी' },
  color: 'Color',
  audience: 'Audience of user tokens',
  audienceHint:
    'If set, the tokens that your server signs must have this value as “aud”. Set it if your server signs other tokens with the same secret.',
  namePlaceholder: 'Your shop',
  preview: 'Preview',
  addTitle: 'Add the chat to your site',
  addDone: 'Done',
  secretFolded: 'Secret, for sites where users sign in',
  saved: 'Web chat updated.',
  embed: 'Add it to your site',
  embedText: 'Paste this line into the pages of your site, at the end of the body.',
  guide: 'Read the guide',
  secret: 'Secret',
  secretUse:
    'Your server uses it to sign the identity of signed-in users, which links the chat to their contact. Without it, visitors are anonymous.',
  rotate: 'Rotate secret',
  rotateTitle: 'Rotate the secret?',
  rotateText:
    'What your server signed with the current secret is refused from now on, and signed-in users must be identified again. Other visitors continue.',
  rotateFailed: 'Couldn’t rotate the secret',
  secretTitle: 'Copy the secret',
  secretText:
    'The secret is shown only once. It belongs on your server, never in a page. You need it only if users sign in on your site.',
  secretDone: 'I copied it',
  reconnect: 'Reconnect web chat',
  reconnectFailed: 'Couldn’t reconnect the web chat',
  disconnectText:
    'Visitors can no longer write, queued messages fail, and the secret is deleted. Conversations are kept and continue when you reconnect the web chat.',
}
