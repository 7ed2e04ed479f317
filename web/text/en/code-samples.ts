/** Code, and other text of machines. */
export const codeSamples = {
  language: 'Language',
  shortened: 'The first {shown} of {all} characters.',
  showAll: 'Show all',
}
