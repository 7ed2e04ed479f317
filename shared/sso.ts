/** Limits of the settings of single sign-on, in characters. */
export const SSO_CHARACTERS_MAX = {
  clientId: 500,
  clientSecret: 2000,
  label: 60,
  claim: 200,
  domain: 253,
} as const

/** The largest number of values of a claim that have a role, and of domains of a workspace. */
export const SSO_COUNT_MAX = { roleValues: 50, domains: 20 } as const

/** The days after which a domain without its TXT record no longer makes somebody a member. */
export const DOMAIN_GRACE_DAYS = 7

/** The start of the TXT record that proves the ownership of a domain. */
export const DOMAIN_RECORD_PREFIX = 'parley-verification='
