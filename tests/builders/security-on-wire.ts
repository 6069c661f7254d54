import type { Security } from '#client/features/settings/security.commands.ts'

/** The protection of a new account, unless a test sets it otherwise. */
export const securityOnWire = (differences: Partial<Security> = {}): Security => ({
  twoStepAuthenticationType: 'SMS',
  mobileNumber: '0912***4567',
  email: null,
  emailForCodes: null,
  recoveryCodesLeft: 0,
  antiPhishingPhrase: null,
  withdrawalsHeldUntil: null,
  passwordResetDateTime: null,
  ...differences,
})
