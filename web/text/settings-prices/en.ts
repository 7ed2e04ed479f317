/** Price lists of messages. */
export const prices = {
  title: 'Message prices',
  intro:
    'What one message costs, by country and category. The cost report and the estimates in the composer use these prices. A list is valid until the next one starts.',
  upload: 'Upload prices',
  uploadTitle: 'Upload a price list',
  uploaded: 'Price list uploaded.',
  uploadFailed: 'Couldn’t read the file',
  validFrom: 'Valid from',
  validFromHint:
    'Leave it empty if the file has a column “valid_from”. The day starts at midnight UTC.',
  currency: 'Currency',
  currencyHint: 'Leave it empty if the file has a column “currency”.',
  empty: 'No prices yet',
  emptyText:
    'Upload WhatsApp’s rate card as CSV, or a file with the columns “market”, “category” and “price”.',
  from: 'From {date}',
  prices: '{count, plural, one {# price} other {# prices}} in {currency}',
  view: 'View',
  market: 'Market',
  countries: '{count, plural, one {# country} other {# countries}}',
  downloadOf: 'Download prices from {date}',
  deleteOf: 'Delete prices from {date}',
  delete: 'Delete prices',
  deleteTitle: 'Delete this price list?',
  deleteText:
    'The prices from {date} are deleted. Messages since then are priced with the list before, or have no price.',
  deleted: 'Price list deleted.',
  deleteFailed: 'Couldn’t delete the price list',
}
