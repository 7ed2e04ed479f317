import type { ChannelType } from '#shared/channel-types.ts'

/** The settings: channels. */
export const channels = {
  title: 'Channels',
  intro: 'The numbers and accounts customers use to reach you.',
  connect: 'Connect {platform}',
  empty: 'No channels yet',
  emptyText: 'Connect a WhatsApp number to receive its messages in your inbox.',
  states: {
    working: 'Connected',
    quiet: 'No messages yet',
    noToken: 'Can’t send',
    stopped: 'Sending stopped',
    restricted: 'Restricted by the platform',
    disconnected: 'Disconnected',
  },
  lastInbound: 'Last message received {when}',
  limit: 'Limit: {limit}',
  quality: 'Quality: {quality}',
  demoHint:
    'This demo uses a WhatsApp simulator: any digits work as a number, and any token that starts with sim_ is valid. Leave the business account empty.',
  setup: {
    whatsapp: {
      prepare: 'Set up the number at Meta',
      prepareText:
        'In the Meta app dashboard, add WhatsApp to your app and register the phone number. Create a system user token that never expires, with the permissions whatsapp_business_messaging and whatsapp_business_management.',
      prepareLink: 'Open the Meta app dashboard',
      account: 'Phone number ID',
      accountHint: 'Not the phone number: the long number below it in WhatsApp → API setup.',
      finish: 'Connect number',
    },
    line_oa: {
      prepare: 'Set up the account at LINE',
      prepareText:
        'In the LINE Developers Console, open the Messaging API channel of your LINE Official Account. Set its webhook URL to the path /webhook/line_oa of this server, turn on “Use webhook”, and issue a long-lived channel access token.',
      prepareLink: 'Open the LINE Developers Console',
      account: 'Your user ID',
      accountHint: 'Shown under Basic settings of the channel: U and 32 characters.',
      finish: 'Connect account',
      help: {
        server:
          'Set LINE_OA_CHANNEL_SECRET (Basic settings → Channel secret) in the server’s environment, then restart it.',
        token:
          'Issue a new channel access token under Messaging API in the LINE Developers Console.',
        first_message:
          'Send a message to the account from your phone. This page updates automatically.',
      },
    },
  } satisfies Partial<Record<ChannelType, object>>,
  details: 'Enter its details',
  businessAccount: 'WhatsApp Business Account ID',
  businessAccountHint: 'Shown next to the phone number ID. Templates and webhooks belong to it.',
  token: 'Access token',
  tokenHint: 'Proves that the number is yours. Stored encrypted and never shown again.',
  name: 'Name',
  nameHint: 'Shown to your team, such as “Shop”.',
  check: 'Check connection',
  checkAgain: 'Check again',
  checkedAt: 'Checked {when}',
  finishText: 'Its messages will then arrive in your inbox.',
  finishAnyway: 'Connect anyway',
  connected: '{name} is connected.',
  connectFailed: 'Couldn’t connect the number',
  foundNumber: '{platform} lists it as {number}, “{name}”.',
  settings: 'Name and access',
  newToken: 'New access token',
  newTokenHint: 'Leave empty to keep the current one.',
  hasToken: 'An access token is set.',
  hasNoToken: 'No access token is set. This channel can receive messages but can’t send them.',
  saved: 'Channel updated.',
  saveFailed: 'Couldn’t update the channel',
  disconnect: 'Disconnect channel',
  disconnectTitle: 'Disconnect {name}?',
  disconnectText:
    'Messages can no longer be sent or received, queued messages fail, and the access token is deleted. Conversations are kept and continue when you reconnect the number.',
  disconnected: 'Disconnected {name}.',
  disconnectFailed: 'Couldn’t disconnect the channel',
  reconnect: 'Reconnect channel',
  disconnectedText: 'Disconnected {when}. Its conversations are kept.',
  reservedText: 'The account is reserved for this workspace. No other workspace can connect it.',
  releasedText: 'The account is released. Another workspace can connect it.',
  release: 'Release account',
  releaseTitle: 'Release the account of {name}?',
  releaseText:
    'Another workspace can then connect this account and receive its new messages. The conversations stay here.',
  released: 'Released the account of {name}.',
  releaseFailed: 'Couldn’t release the account',
  steps: 'Setup steps',
  reported: 'Platform notices',
  reportedNone: 'No notices yet.',
  status: { passed: 'Done', failed: 'Needs attention', waiting: 'Waiting' },
  step: {
    server: 'This server can verify incoming webhooks',
    token: '{platform} accepts the access token',
    number: 'The number exists and is registered',
    subscription: 'The business account sends its webhooks here',
    first_message: 'A first message was received',
  },
  help: {
    server:
      'Set WHATSAPP_APP_SECRET (app dashboard → App settings → Basic) and WHATSAPP_VERIFY_TOKEN (a word you choose) in the server’s environment, then restart it.',
    token: 'Create a new token in the Meta business settings → System users, and enter it below.',
    number: 'Check the IDs against WhatsApp → API setup.',
    subscription:
      'In the app dashboard → WhatsApp → Configuration, enter this callback URL and your verify token, and subscribe to “messages”. Then subscribe the business account here.',
    first_message: 'Send a message to the number from your phone. This page updates automatically.',
    token_first: 'Checked once the token is accepted.',
    business_account_unknown: 'Enter the business account below first.',
  },
  callback: 'Callback URL',
  subscribe: 'Subscribe business account',
  subscribeFailed: 'Couldn’t subscribe the business account',
}
