/** Folds an email address, so that two spellings of it are equal. */
export function foldEmail(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
