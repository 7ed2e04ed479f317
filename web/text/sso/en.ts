/** Single sign-on: signing in with it, and its settings. */
export const sso = {
  title: 'Single sign-on',
  intro: 'Sign in with the account of your organization.',
  email: 'Work email',
  continue: 'Continue',
  signInWith: 'Sign in with {label}',
  signIn: 'Sign in',
  unknownDomain:
    'No workspace uses single sign-on for this domain. Sign in with your password, or ask your admin for the sign-in link.',
  problems: {
    sso_refused:
      'You couldn’t be signed in. Ask an admin of the workspace whether you’re a member and whether your email address is verified.',
    sso_attempt_not_found: 'This sign-in has expired or was already used. Start again.',
    sso_unavailable:
      'The sign-in service of your organization doesn’t respond. Try again in a few minutes.',
    sso_not_found: 'This workspace has no single sign-on.',
  },
  linkTitle: 'Connect your account',
  linkText:
    'Connect <email></email> with <label></label>, the single sign-on of <workspace></workspace>? Whoever runs it can then sign in to <workspace></workspace> as you, but to no other workspace.',
  linkSignInText:
    '<email></email> already has an account. Sign in to it with your password to connect it with <label></label>, the single sign-on of <workspace></workspace>.',
  link: 'Connect account',
  requiredTitle: 'Single sign-on is required',
  requiredText: '<workspace></workspace> can be used only after signing in with single sign-on.',
  confirmText:
    'For this you have to sign in again with single sign-on. You return to this page; then repeat what you wanted to do.',
  confirm: 'Sign in again',
  settingsIntro:
    'Members sign in with an OpenID Connect provider, such as Okta, Microsoft Entra ID, Google or Keycloak.',
  redirectUri: 'Redirect URI',
  redirectUriHint: 'Register this address with your provider.',
  issuer: 'Issuer URL',
  issuerHint: 'Parley reads the provider’s configuration from it when you save.',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  clientSecretKept: 'Leave it empty to keep the stored one.',
  clientSecretHint: 'Leave it empty if the client has no secret.',
  label: 'Button label',
  labelHint: 'Shown as “Sign in with …”.',
  defaultRole: 'Role of new members',
  roleClaim: 'Role claim',
  roleClaimHint:
    'For example groups. It decides the role at each sign-in. Leave it empty to manage roles in Parley.',
  adminValues: 'Values for admins',
  adminValuesHint: 'One per line. Members with other values get the role of new members.',
  agentValues: 'Values for agents',
  agentValuesHint: 'One per line. A member who also has a value for admins is an admin.',
  require: 'Require single sign-on',
  requireNot: 'Stop requiring it',
  requireHint: 'To require it, sign in with it first.',
  isRequired: 'Members can use this workspace only after signing in with single sign-on.',
  requireFailed: 'Couldn’t change the requirement',
  remove: 'Remove',
  removeTitle: 'Remove single sign-on?',
  removeText:
    'Members who signed in with it are signed out. Members without a password can set one with “Forgot your password?”.',
  removeFailed: 'Couldn’t remove it',
  domains: 'Domains',
  domainsIntro:
    'People with an email address of a verified domain become members when they sign in for the first time.',
  domain: 'Domain',
  addDomain: 'Add domain',
  record: 'Create this TXT record, and keep it:',
  recordMissing:
    'The TXT record is missing. From {date} on, the domain admits no new members; members aren’t affected.',
  lapsed:
    'The TXT record was missing for too long, so the domain has admitted no new members since {date}. Members aren’t affected.',
  verified: 'Verified',
  verify: 'Verify',
  verifiedNow: 'The domain is verified.',
  verifyFailed: 'Couldn’t verify the domain',
  removeDomain: 'Remove {domain}',
}
