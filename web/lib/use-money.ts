import { useLocale } from 'use-intl'

/** An exact decimal amount in a currency, as the API returns it. */
type Money = { amount: string; currency: string }

/**
 * Returns a function that formats an amount in the reader's language, to the cent. `isExact` keeps smaller fractions, as
 * in the price of one message. The decimal text is formatted as it is and never becomes a float.
 */
export function useMoney(): (money: Money, options?: { isExact?: boolean }) => string {
  const locale = useLocale()
  return ({ amount, currency }, { isExact = false } = {}) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      ...(isExact && { maximumFractionDigits: 9 }),
    }).format(amount as `${number}`)
}
