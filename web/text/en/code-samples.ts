/** Code, and other text of machines. */
export const codeSamples = {
  language: 'Language',
  needs: 'Set before you run it:',
  variables: {
    PARLEY_KEY: 'to an API key',
    WEBHOOK_SECRET: 'to the signing secret of the endpoint',
    WHATSAPP_APP_SECRET:
      'to the app secret that this server checks with: that of your app at the platform, in the demo the file whatsapp-app-secret of its data folder',
    EVENT_ID: 'to the id of an event',
  },
  shortened: 'The first {shown} of {all} characters.',
  showAll: 'Show all',
}
