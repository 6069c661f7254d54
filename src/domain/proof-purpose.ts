/**
 * What a user proves to be there for: a proof for one of these opens none of the others. `ACCESS` is what logs in or acts for the user from then
 * on: a key of a program, a passkey, an identity of another provider, a first password.
 */
export const PROOF_PURPOSES = ['PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS'] as const
export type ProofPurpose = (typeof PROOF_PURPOSES)[number]

/** Lasting power waits so long after a login from a new device. */
export const NEW_DEVICE_MS = 24 * 3_600_000

/** A password is changed by the present one as well, so that a new device may do it at once. */
export const waitsOnNewDevice = (purpose: ProofPurpose): boolean => purpose !== 'PASSWORD'
