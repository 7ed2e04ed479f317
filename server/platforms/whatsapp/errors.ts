import { createGraphErrors } from '../meta/errors.ts'

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
    130472: 'The platform keeps this recipient out of marketing messages for an experiment.',
    131026: 'The recipient cannot get this message: no WhatsApp account, an old app, or blocked.',
    131047: 'The customer last wrote more than 24 hours ago: only a template may be sent now.',
    131049: 'The platform held the message back: this recipient had enough marketing for now.',
    131050: 'The recipient has opted out of marketing messages.',
    131053: 'The platform could not fetch or use the media file.',
  },
  advices: {
    131009: 'Correct the fields of the message; the reason names the one.',
    131026: 'Ask the customer by another way whether the number is right and on WhatsApp.',
    131030: 'This is a test number: add the recipient to its list at the platform.',
    131031: 'The account is locked: see its quality page at the platform.',
    131042: 'Settle the billing of the business account at the platform.',
    131049: 'Try again in a day at the earliest, or wait until the customer writes.',
    131050: 'Send no more marketing to this customer; other templates may go.',
    131053:
      'Send it again: its file is then fetched by Parley and uploaded. For that the address has to give the file to everybody, with its type and without a redirect; else upload it with POST /api/v1/media and send its id.',
    132000: 'Give the template as many parameters as it has places.',
    132001: 'Check name and language of the template, and that it is approved.',
    132015: 'The template is paused for its quality: send another, or edit it.',
    133010: 'Register the number with the platform first.',
  },
  holdAdvice:
    'Nothing: this recipient gets no more than one message in six seconds; the rest follows.',
  mediaRefusals: ['131053'],
})
