import type { Customer } from './customer.ts'

/** Customers that exist from the start, so that the page can be used at once. */
export const SAMPLE_PEOPLE: Partial<Customer>[] = [
  { name: 'Tomasz Zieliński', waId: '48501447218', userId: 'PL.71104402218', hasAccount: false },
  { name: 'Amara Okafor', waId: '2348035550164', userId: 'NG.30288710450', isOnline: false },
  { name: 'Noor', username: 'noor.paints', userId: 'NL.55012790331', hidesPhone: true },
  { name: 'Lucía Ferrer', waId: '34600555018', userId: 'ES.90417755103' },
  { name: 'Meera Iyer', waId: '919845550127', userId: 'IN.77104419350' },
]
