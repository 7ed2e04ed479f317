/**
 * The demo's business number: the platform's ids of the number and its account, the phone number and the
 * display name.
 */
export const DEMO_NUMBER = {
  phoneNumberId: '100000000000001',
  businessAccount: '219617174325137',
  displayPhone: '+91 80000 00001',
  name: 'Demo Shop',
}

/** The demo's templates in the platform's format. */
export const DEMO_TEMPLATES = [
  {
    name: 'order_shipped',
    language: 'en',
    category: 'UTILITY',
    components: [
      {
        type: 'BODY',
        text: 'Hello {{1}}, your order {{2}} is on its way.',
        example: { body_text: [['Meera', 'A-1042']] },
      },
      { type: 'FOOTER', text: 'Demo Shop' },
    ],
  },
  {
    name: 'we_miss_you',
    language: 'en',
    category: 'MARKETING',
    components: [
      { type: 'BODY', text: 'It has been a while. Have a look at what is new.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Show me' },
          { type: 'QUICK_REPLY', text: 'Stop' },
        ],
      },
    ],
  },
]
