import type { Security } from '#client/features/settings/security.queries.ts'

/** How a new account is protected, with whatever a test says otherwise. */
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
