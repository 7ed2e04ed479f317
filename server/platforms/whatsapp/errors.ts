import { createGraphErrors } from '../meta/create-graph-errors.ts'

/** Error codes of the Cloud API. Source: Cloud API, "Error codes". */
export const errors = createGraphErrors({
  classes: {
    retry: [131000, 131016, 131057, 133004],
    hold: [131056],
    throttle: [130429],
    stop: [130497, 131005, 131031, 131042, 131045, 131048, 131064, 133010],
    template: [131047],
  },
  reasons: {
    130472:
      'The platform excludes this recipient from marketing messages as part of an experiment.',
    131026:
      'The recipient cannot receive this message: no WhatsApp account, an outdated app, or blocked.',
    131047: 'The customer last wrote more than 24 hours ago, so only templates can be sent now.',
    131049:
      'The platform withheld the message because this recipient has received enough marketing messages for now.',
    131050: 'The recipient has opted out of marketing messages.',
    131053: 'The platform could not fetch or use the media file.',
    138038: 'Only the primary app of the number can hand over its conversations.',
    2494191: 'Only the escalation app of the number can take over conversations.',
  },
  advices: {
    131009: 'Correct the field named in the reason.',
    131026: 'Ask the customer in another way whether the number is correct and on WhatsApp.',
    131030: "This is a test number. Add the recipient to the number's list on the platform.",
    131031: 'The account is locked. See its quality page on the platform.',
    131042: 'Fix the billing of the business account on the platform.',
    131049: 'Try again after a day at the earliest, or wait until the customer writes.',
    131050: 'Stop sending marketing messages to this customer. Other templates can still be sent.',
    131053:
      'Send it again: Parley then fetches the file and uploads it. The URL must serve the file publicly, with its content type and without a redirect. Otherwise, upload the file with POST /api/v1/media and send its id.',
    138038: 'Make this app the primary one of the number on the platform.',
    2494191: 'Make this app the escalation app of the number on the platform.',
    132000: 'Send as many parameters as the template has placeholders.',
    132001: 'Check the name and language of the template, and that it is approved.',
    132015: 'The template is paused because of its quality. Send another one, or edit it.',
    133010: 'Register the number on the platform first.',
  },
  holdAdvice:
    'No action needed: this recipient gets at most one message every six seconds. The other messages follow.',
  mediaRefusals: ['131053'],
  optOuts: ['131050'],
})
