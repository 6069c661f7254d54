import { DAY_MS } from './durations.ts'
/**
 * The purposes of a user's proof: a proof for one of them is not valid for another. `ACCESS` covers everything that can then log in or act
 * for the user: a program's key, a passkey, an identity of another provider, a first password. `ADDRESSES` covers where coins may be sent.
 */
export const PROOF_PURPOSES = ['PASSWORD', 'TWO_STEP', 'MOBILE', 'EMAIL', 'ACCESS', 'ADDRESSES'] as const
export type ProofPurpose = (typeof PROOF_PURPOSES)[number]

/** How long after a login from a new device the user must wait for lasting access. */
export const NEW_DEVICE_MS = DAY_MS

/** Changing a password also takes the present one, so a new device need not wait. */
export const waitsOnNewDevice = (purpose: ProofPurpose): boolean => purpose !== 'PASSWORD'
