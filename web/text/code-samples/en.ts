/** Code samples and raw text. */
export const codeSamples = {
  language: 'Language',
  needs: 'Set these variables before you run it:',
  end: '.',
  variables: {
    PARLEY_API_KEY: 'to an API key',
    WEBHOOK_SECRET: 'to the endpoint’s signing secret',
    WHATSAPP_APP_SECRET:
      'to the app secret this server verifies with: your app’s secret from the Meta dashboard, or in the demo the file whatsapp-app-secret in the data folder',
    EVENT_ID: 'to the ID of an event',
  },
  shortened: 'Showing the first {shown} of {all} characters.',
  showAll: 'Show all',
}
