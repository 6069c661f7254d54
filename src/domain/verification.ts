/** How far the proof of a user's identity has come, and what each stage allows. */
interface Stage {
  /** May trade and see balances. */
  readonly authorized: boolean
  /** An operator is reviewing it. */
  readonly pending: boolean
  /** Where a form that the registry confirms leads; `undefined` where the personal fields are closed. */
  readonly onConfirmedForm: Verification | undefined
  /** Where the right identity code leads; `undefined` where no code is awaited. */
  readonly onCode: Verification | undefined
}

export const VERIFICATIONS = [
  'UNAUTHORIZED',
  'UNIDENTIFIED',
  'NOT_COMPLETE',
  'PENDING',
  'AUTHORIZED',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
] as const
export type Verification = (typeof VERIFICATIONS)[number]

const OPEN = { authorized: false, pending: false, onConfirmedForm: 'UNIDENTIFIED', onCode: undefined } as const

export const VERIFICATION_STAGES = {
  /** Nothing has been submitted. */
  UNAUTHORIZED: OPEN,
  /** The form was handed back to be corrected. */
  NOT_COMPLETE: OPEN,
  /** The registry has confirmed the form; the code sent to the mobile is missing. The form may be sent again. */
  UNIDENTIFIED: { ...OPEN, onCode: 'AUTHORIZED' },
  PENDING: { ...OPEN, pending: true },
  AUTHORIZED: { authorized: true, pending: false, onConfirmedForm: undefined, onCode: undefined },
  /** An authorized user changed data that must be verified again; no trade until then. */
  INFORMATION_CHANGED: { authorized: false, pending: false, onConfirmedForm: undefined, onCode: 'AUTHORIZED' },
  /** As above, but the user may trade during the review. */
  INFORMATION_CHANGED_PENDING: { authorized: true, pending: false, onConfirmedForm: undefined, onCode: undefined },
} as const satisfies Record<Verification, Stage>

export const stageOf = (verification: Verification): Stage => VERIFICATION_STAGES[verification]
