/** The first steps in a demo. */
export const firstRun = {
  title: 'First steps',
  show: 'Show first steps',
  fold: 'Collapse first steps',
  dismiss: 'Dismiss first steps',
  close: 'Close',
  progress: '{count} of {of} steps done',
  told: '{count, plural, =0 {No steps done.} one {# step done.} other {# steps done.}} Next: {next}',
  allDone: 'nothing, all steps are done.',
  isDone: '(done)',
  isToDo: '(to do)',
  steps: {
    write: {
      title: 'A customer writes',
      text: 'Be the customer: choose a person on the phone below and send a message. Nothing leaves this machine.',
    },
    answer: {
      title: 'You reply',
      text: 'It’s in your inbox. Open the conversation and reply. You’ll see your message arrive on the phone.',
    },
    register: {
      title: 'Register a webhook',
      text: 'Your server can be notified of every message. Register this demo server: it gets the signing secret, which won’t be shown again.',
    },
    arrive: {
      title: 'The webhook arrives',
      text: 'Send another message, as the customer or from the inbox. The signed event goes to the server below, which verifies the signature.',
    },
  },
  openChat: 'Open conversation',
  register: 'Register webhook',
  registerFailed: 'Couldn’t register the webhook',
  endpointName: 'First steps: demo server',
  sendTest: 'Send test event',
  testFailed: 'Couldn’t send the test event',
  notChecked:
    'The event arrived, but the server doesn’t have the signing secret. Give it a new one.',
  refused:
    'The event arrived, but the server rejected it. Give the server a new secret and send another message.',
  newSecret: 'Give it a new secret',
  end: 'Done! A customer wrote, you replied, and your server received a verified webhook.',
  finish: 'Finish',
  seeDeliveries: 'View deliveries',
  views: 'Show below',
  phone: 'Customer’s phone',
  receiver: 'Your server',
  phoneTitle: 'Simulated customer phone',
  receiverTitle: 'Simulated webhook server',
}
