/** The canned replies of the demo. */
export const DEMO_CANNED_REPLIES: readonly { shortcut: string; text: string }[] = [
  { shortcut: 'thanks', text: 'Thank you for your message, {first_name}! We’ll be right back.' },
  {
    shortcut: 'hours',
    text: '*Opening hours*\n- Monday to Friday: 9:00 to 18:00\n- Saturday: 10:00 to 14:00\n_Closed on Sundays._',
  },
  {
    shortcut: 'shipping',
    text: 'Orders ship within *two working days*. You’ll get a tracking link, {first_name}.',
  },
]
