/** The values and filters of contacts' custom fields. */
export const customFields = {
  title: 'कस्टम फ़ील्ड',
  true: 'हाँ',
  false: 'नहीं',
  none: 'कोई नहीं',
  from: '{label} से',
  to: '{label} तक',
}
